#include <algorithm>
#include <cmath>

#include "cli/print/json.h"
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
    AlignedText table(out, {"rank", "player", "best", "worst"});
    std::size_t rank = 0;
    for (const rating::RankInterval& one : pool.ranks) {
      table.add({++rank, one.player, one.best, one.worst});
    }
    table.finish();
  }
  for (const std::string& note : pool.notes) out << "note: " << printable(note, 4096) << '\n';
}

void write_json(std::ostream& out, const PoolAudit& pool) {
  const auto of_pool = [&](const Json& more) {
    Json line = {{"game", pool.game}, {"variant", pool.variant}, {"pool", pool.pool}};
    line.update(more);
    return line;
  };
  for (const AuditResult& result : pool.results) {
    write_line(out, of_pool({{"check", name_of(result)},
                             {"p", result.p},
                             {"finding", result.is_finding()},
                             {"players", result.players},
                             {"games", result.games},
                             {"observed", result.observed},
                             {"expected", result.expected},
                             {"effect", result.effect},
                             {"text", text_of(result)}}));
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
                                      {"notes", pool.notes}})}});
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
