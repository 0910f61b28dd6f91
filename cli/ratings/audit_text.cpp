#include <algorithm>
#include <cmath>

#include "cli/print/output_language.h"
#include "cli/ratings/ratings_detail.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

using rating::AuditCheck;
using rating::AuditResult;
using rating::PoolAudit;

Pattern name_of(const AuditResult& result) {
  return rating::audit_check_names[static_cast<std::size_t>(result.check)];
}

/// What contributes most to the statistic.
Message text_of(const AuditResult& result) {
  const std::string player = printable(result.players[0], 200);
  const bool is_less = result.effect < 0;
  const std::string elo = rounded_text(std::abs(result.effect), 0);
  const Message points = message("{0} of {1} points", Decimal{rounded_text(result.observed, 1)},
                                 rounded_text(result.games, 0));
  const Decimal expected{rounded_text(result.expected, 1)};
  switch (result.check) {
    case AuditCheck::pairing: {
      const std::string opponent = printable(result.players[1], 200);
      return is_less ? message(
                           "{0} made {1} against {2}, expected {3}: {4} Elo weaker than the "
                           "ratings",
                           player, points, opponent, expected, elo)
                     : message(
                           "{0} made {1} against {2}, expected {3}: {4} Elo stronger than the "
                           "ratings",
                           player, points, opponent, expected, elo);
    }
    case AuditCheck::colour:
      return is_less ? message(
                           "White made {0} in the games of {1}, expected {2}: an advantage {3} "
                           "Elo smaller than in all games",
                           points, player, expected, elo)
                     : message(
                           "White made {0} in the games of {1}, expected {2}: an advantage {3} "
                           "Elo larger than in all games",
                           points, player, expected, elo);
    case AuditCheck::time:
      return is_less ? message(
                           "{0} made {1} in the later half of its games, expected {2}: {3} Elo "
                           "weaker in the end than in the beginning",
                           player, points, expected, elo)
                     : message(
                           "{0} made {1} in the later half of its games, expected {2}: {3} Elo "
                           "stronger in the end than in the beginning",
                           player, points, expected, elo);
    case AuditCheck::anchor:
      break;
  }
  return message("the anchor of {0} is {1}, its games and the other anchors make it {2}", player,
                 rounded_text(result.expected, 0), rounded_text(result.observed, 0));
}

Columns<PoolAudit> pool_columns() {
  using Row = const PoolAudit&;
  return {{{"game", message("game"), Holds::text, "", Shown::programs},
           [](Row row) { return row.game; }},
          {{"variant", message("variant"), Holds::text, "", Shown::programs},
           [](Row row) { return row.variant; }},
          {{"pool", message("pool"), Holds::count, "from 1", Shown::programs},
           [](Row row) { return row.pool; }}};
}

Columns<PoolAudit> audit_columns() {
  using Row = const PoolAudit&;
  Columns<PoolAudit> columns = pool_columns();
  columns.add(
      {{{"pools", {}, Holds::count, "number of all pools"}, [](Row row) { return row.pools; }},
       {{"players", {}, Holds::count}, [](Row row) { return row.players; }},
       {{"tests", {}, Holds::count, "tests for which there are enough games"},
        [](Row row) { return row.results.size(); }},
       {{"findings", {}, Holds::count},
        [](Row row) {
          return std::count_if(row.results.begin(), row.results.end(),
                               [](const auto& result) { return result.is_finding(); });
        }},
       {{"level", {}, Holds::number, "probability of a finding in a sound list, for each test"},
        [](Row) { return rating::audit_level; }},
       {{"notes", {}, Holds::list, "lines of text"}, [](Row row) {
          return Json(std::vector<std::string>(row.notes.begin(), row.notes.end()));
        }}});
  return columns;
}

struct TestRow {
  const PoolAudit& pool;
  const AuditResult& result;
};

Columns<TestRow> test_columns() {
  using Row = const TestRow&;
  Columns<TestRow> columns;
  columns.add_of(pool_columns(), [](Row row) -> const PoolAudit& { return row.pool; });
  columns.add(
      {{{"check", {}, Holds::text, "`pairing`, `colour`, `time` or `anchor`"},
        [](Row row) { return name_of(row.result).text(); }},
       {{"p", {}, Holds::number, "probability of at least this statistic in a sound list"},
        [](Row row) { return row.result.p; }},
       {{"finding", {}, Holds::flag, "whether `p` is at most `audit.level`"},
        [](Row row) { return row.result.is_finding(); }},
       {{"players",
         {},
         Holds::list,
         "who contributes most to the statistic: two players of `pairing`, otherwise one"},
        [](Row row) { return Json(row.result.players); }},
       {{"games", {}, Holds::number, "games of these players; of `time` the later half"},
        [](Row row) { return row.result.games; }},
       {{"observed",
         {},
         Holds::number,
         "points of the first player in them; of `colour` points of White; rating of an anchor"},
        [](Row row) { return row.result.observed; }},
       {{"expected", {}, Holds::number, "the same, as expected"},
        [](Row row) { return row.result.expected; }},
       {{"effect", {}, Holds::rating}, [](Row row) { return row.result.effect; }},
       {{"text", {}, Holds::text, "one line of text"},
        [](Row row) { return text_of(row.result).english(); }}});
  return columns;
}

struct RankRow {
  const PoolAudit& pool;
  const rating::RankInterval& interval;
  std::size_t rank;
};

std::vector<RankRow> rank_rows(const PoolAudit& pool) {
  std::vector<RankRow> rows;
  for (const auto& interval : pool.ranks) rows.push_back({pool, interval, rows.size() + 1});
  return rows;
}

Columns<RankRow> rank_columns() {
  using Row = const RankRow&;
  Columns<RankRow> columns;
  columns.add_of(pool_columns(), [](Row row) -> const PoolAudit& { return row.pool; });
  columns.add({{{"rank", message("rank"), Holds::count, "", Shown::people},
                [](Row row) { return row.rank; }},
               {{"player", message("player")}, [](Row row) { return row.interval.player; }},
               {{"best", message("best"), Holds::count, "rank, all at once with 95 %"},
                [](Row row) { return row.interval.best; }},
               {{"worst", message("worst"), Holds::count, "rank, all at once with 95 %"},
                [](Row row) { return row.interval.worst; }}});
  return columns;
}

void print_text(std::ostream& out, const PoolAudit& pool) {
  Message heading = pool.game + (pool.variant == "standard" ? "" : " " + pool.variant);
  if (pool.pools > 1) heading = message("{0}, pool {1} of {2}", heading, pool.pool, pool.pools);
  heading = message("{0}: {1} {1:player|players}", heading, pool.players);
  out << printable(translated(heading), 4096) << '\n';
  if (pool.results.empty()) out << "  " << translated(message("too few games for tests")) << '\n';
  for (const AuditResult& result : pool.results) {
    const Decimal p{rounded_text(result.p, 3)};
    out << "  "
        << translated(result.is_finding() ? message("{0}: does not fit, p = {1}; most of all: {2}",
                                                    name_of(result), p, text_of(result))
                                          : message("{0}: fits, p = {1}", name_of(result), p))
        << '\n';
  }
  if (!pool.ranks.empty()) {
    out << translated(message("ranks of the players, simultaneously with 95 % confidence")) << '\n';
    write_table(out, Table::of(rank_columns(), rank_rows(pool)), for_process(Format::text));
  }
  for (const Message& note : pool.notes) {
    out << printable(translated(message("note: {0}", note)), 4096) << '\n';
  }
}

void write_json(std::ostream& out, const PoolAudit& pool) {
  for (const AuditResult& result : pool.results) {
    write_line(out, test_columns().object({pool, result}));
  }
  for (const RankRow& row : rank_rows(pool)) write_line(out, rank_columns().object(row));
  write_line(out, {{"audit", audit_columns().object(pool)}});
}

}  // namespace

bool print_audits(std::ostream& out, const std::vector<PoolAudit>& audits, Format format) {
  bool sound = true;
  for (const PoolAudit& pool : audits) {
    format == Format::json ? write_json(out, pool) : print_text(out, pool);
    for (const AuditResult& result : pool.results) sound = sound && !result.is_finding();
  }
  return sound;
}

void prints_audits(Command& command) {
  command.prints(test_columns, "--audit, for each test");
  command.prints(rank_columns, "--audit, the ranks that each player may have");
  command.prints(audit_columns, "--audit: `audit`, at the end");
}

}  // namespace schiri::cli
