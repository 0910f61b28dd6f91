#include <algorithm>
#include <cmath>

#include "cli/print/json.h"
#include "cli/print/output_language.h"
#include "cli/print/rows.h"
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
    AlignedText table(out, output_language(),
                      {message("rank"), message("player"), message("best"), message("worst")});
    std::size_t rank = 0;
    for (const rating::RankInterval& one : pool.ranks) {
      table.add({++rank, one.player, one.best, one.worst});
    }
    table.finish();
  }
  for (const Message& note : pool.notes) {
    out << printable(translated(message("note: {0}", note)), 4096) << '\n';
  }
}

void write_json(std::ostream& out, const PoolAudit& pool) {
  const auto of_pool = [&](const Json& more) {
    Json line = {{"game", pool.game}, {"variant", pool.variant}, {"pool", pool.pool}};
    line.update(more);
    return line;
  };
  for (const AuditResult& result : pool.results) {
    write_line(out, of_pool({{"check", name_of(result).text()},
                             {"p", result.p},
                             {"finding", result.is_finding()},
                             {"players", result.players},
                             {"games", result.games},
                             {"observed", result.observed},
                             {"expected", result.expected},
                             {"effect", result.effect},
                             {"text", text_of(result).english()}}));
  }
  for (const rating::RankInterval& one : pool.ranks) {
    write_line(out, of_pool({{"player", one.player}, {"best", one.best}, {"worst", one.worst}}));
  }
  const auto findings = std::count_if(pool.results.begin(), pool.results.end(),
                                      [](const auto& result) { return result.is_finding(); });
  write_line(out, {{"audit", of_pool({{"pools", pool.pools},
                                      {"players", pool.players},
                                      {"tests", pool.results.size()},
                                      {"findings", findings},
                                      {"level", rating::audit_level},
                                      {"notes", std::vector<std::string>(pool.notes.begin(),
                                                                         pool.notes.end())}})}});
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

}  // namespace schiri::cli
