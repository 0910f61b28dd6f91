#include <algorithm>
#include <cmath>

#include "cli/ratings/ratings_detail.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

using rating::AuditCheck;
using rating::AuditResult;
using rating::PoolAudit;

std::string_view name_of(const AuditResult& result) {
  return rating::audit_check_names[static_cast<std::size_t>(result.check)];
}

/// `110 Elo more`
std::string elo(double value, const char* more, const char* less) {
  return rounded_text(std::abs(value), 0) + " Elo " + (value < 0 ? less : more);
}

/// What contributes most to the statistic.
std::string text_of(const AuditResult& result) {
  const std::string player = printable(result.players[0], 200);
  const std::string made = " made " + rounded_text(result.observed, 1) + " of " +
                           rounded_text(result.games, 0) + " points";
  const std::string expected = ", expected " + rounded_text(result.expected, 1) + ": ";
  switch (result.check) {
    case AuditCheck::pairing:
      return player + made + " against " + printable(result.players[1], 200) + expected +
             elo(result.effect, "stronger", "weaker") + " than the ratings";
    case AuditCheck::colour:
      return "White" + made + " in the games of " + player + expected + "an advantage " +
             elo(result.effect, "larger", "smaller") + " than in all games";
    case AuditCheck::time:
      return player + made + " in the later half of its games" + expected +
             elo(result.effect, "stronger", "weaker") + " in the end than in the beginning";
    case AuditCheck::anchor:
      break;
  }
  return "the anchor of " + player + " is " + rounded_text(result.expected, 0) +
         ", its games and the other anchors make it " + rounded_text(result.observed, 0);
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
       {{"notes", {}, Holds::list, "lines of text"}, [](Row row) { return Json(row.notes); }}});
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
        [](Row row) { return name_of(row.result); }},
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
        [](Row row) { return text_of(row.result); }}});
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
  std::string heading = pool.game + (pool.variant == "standard" ? "" : " " + pool.variant);
  if (pool.pools > 1) {
    heading += ", pool " + std::to_string(pool.pool) + " of " + std::to_string(pool.pools);
  }
  out << printable(heading + ": " + counted(pool.players, "player"), 4096) << '\n';
  if (pool.results.empty()) out << "  too few games for tests\n";
  for (const AuditResult& result : pool.results) {
    out << "  " << name_of(result) << ": " << (result.is_finding() ? "does not fit" : "fits")
        << ", p = " << rounded_text(result.p, 3);
    if (result.is_finding()) out << "; most of all: " << text_of(result);
    out << '\n';
  }
  if (!pool.ranks.empty()) {
    out << "ranks of the players, simultaneously with 95 % confidence\n";
    write_table(out, Table::of(rank_columns(), rank_rows(pool)), for_process(Format::text));
  }
  for (const std::string& note : pool.notes) out << "note: " << printable(note, 4096) << '\n';
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
