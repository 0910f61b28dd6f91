#include "cli/ratings/audit_text.h"

#include <algorithm>
#include <cmath>

#include "cli/print/json.h"
#include "cli/print/rows.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

using rating::AuditCheck;
using rating::AuditFinding;
using rating::PoolAudit;

std::string name(const AuditFinding& finding, std::size_t player) {
  return printable(finding.players[player], 200);
}

std::string number(double value) { return rounded_text(value, value == std::round(value) ? 0 : 1); }

std::string points(double value) { return rounded_text(std::abs(value), 0) + " points"; }

std::string more_or_less(double value, const char* more, const char* less) {
  return points(value) + ' ' + (value > 0 ? more : less);
}

/// `A, B and C`, at most a few names.
std::string names(const std::vector<std::string>& players) {
  constexpr std::size_t most = 5;
  std::string text;
  const std::size_t shown = players.size() > most ? most - 1 : players.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == players.size();
    text += (i == 0 ? "" : is_last ? " and " : ", ") + printable(players[i], 200);
  }
  if (shown < players.size()) text += " and " + std::to_string(players.size() - shown) + " more";
  return text;
}

std::string pairing_text(const AuditFinding& finding) {
  std::string text = name(finding, 0) + " made " + number(finding.observed) + " of " +
                     number(finding.games) + " points against " + name(finding, 1) +
                     ", but the ratings expect " + rounded_text(finding.expected, 1) +
                     ": it plays " + more_or_less(finding.effect, "better", "worse") +
                     " against this opponent than against the others";
  return text + "; the rating of " + printable(finding.moved, 200) + " is " +
         more_or_less(finding.moved_by, "higher", "lower") + " for these games";
}

std::string cycle_text(const AuditFinding& finding) {
  return name(finding, 0) + " does better than expected against " + name(finding, 1) + ", " +
         name(finding, 1) + " against " + name(finding, 2) + ", " + name(finding, 2) + " against " +
         name(finding, 0) + ", like rock, paper and scissors: by " + points(finding.effect) +
         " more than any ratings can express";
}

std::string colour_text(const AuditFinding& finding) {
  return "in the games of " + name(finding, 0) + " White's advantage is " +
         more_or_less(finding.effect, "larger", "smaller") + " than in the others";
}

std::string draws_text(const AuditFinding& finding) {
  return name(finding, 0) + " has drawn " + number(finding.observed) + " of " +
         number(finding.games) + " games, but " + rounded_text(finding.expected, 1) +
         " are expected";
}

std::string time_text(const AuditFinding& finding) {
  return name(finding, 0) + " has become " + more_or_less(finding.effect, "stronger", "weaker") +
         " in the course of its games; its rating is a mean (--method glicko2 follows it)";
}

std::string influence_text(const AuditFinding& finding) {
  return "the games of " + name(finding, 0) + " alone make " + name(finding, 1) + " " +
         more_or_less(finding.effect, "stronger", "weaker") +
         " than it is in the list of the others, which is more than its error";
}

std::string anchor_text(const AuditFinding& finding) {
  return "the anchor of " + name(finding, 0) + " is " + number(finding.expected) +
         ", but its games and the other anchors make it " + rounded_text(finding.observed, 0);
}

std::string link_text(const AuditFinding& finding) {
  return "only " + number(finding.games) +
         (finding.games == 1 ? " game connects " : " games connect ") + names(finding.players) +
         " with the others: how far these groups are apart is known to +- " +
         points(finding.effect) + " only";
}

/// The text of each kind of finding.
constexpr struct {
  AuditCheck check;
  std::string (*text)(const AuditFinding&);
  const char* question;  ///< what was examined, in the plural
} sentences[] = {
    {AuditCheck::pairing, pairing_text, "pairings"},
    {AuditCheck::cycle, cycle_text, "circles of three"},
    {AuditCheck::colour, colour_text, "players' colours"},
    {AuditCheck::draws, draws_text, "players' draws"},
    {AuditCheck::time, time_text, "players over time"},
    {AuditCheck::influence, influence_text, "influences of one player on another"},
    {AuditCheck::anchor, anchor_text, "anchors"},
    {AuditCheck::link, link_text, "links between groups"},
};

const auto& sentence_of(AuditCheck check) {
  return *std::find_if(std::begin(sentences), std::end(sentences),
                       [&](const auto& one) { return one.check == check; });
}

std::string text_of(const AuditFinding& finding) {
  return sentence_of(finding.check).text(finding);
}

/// The probability that a sound list shows as much, as text.
std::string chance_text(double adjusted) {
  if (adjusted <= 0) return "";
  if (adjusted < 1e-6) return " (less than one sound list in a million shows as much)";
  return " (one sound list in " + rounded_text(1 / adjusted, 0) + " shows as much)";
}

std::string heading(const PoolAudit& pool) {
  std::string text = pool.game + (pool.variant == "standard" ? "" : " " + pool.variant);
  if (pool.pools > 1) {
    text += ", pool " + std::to_string(pool.pool) + " of " + std::to_string(pool.pools);
  }
  return text + ": " + counted(pool.players, "player");
}

std::string asked_text(const PoolAudit& pool) {
  std::string text;
  for (const auto& [check, times] : pool.asked) {
    text += (text.empty() ? "" : ", ") + std::string(sentence_of(check).question) + ' ' +
            std::to_string(times);
  }
  return text.empty() ? "nothing" : text;
}

void print_ranks(std::ostream& out, const PoolAudit& pool) {
  if (pool.ranks.empty()) return;
  out << "ranks of the players, simultaneously with 95 % confidence\n";
  AlignedText table(out, {"rank", "player", "best", "worst"});
  std::size_t rank = 0;
  for (const rating::RankInterval& one : pool.ranks) {
    table.add({++rank, one.player, one.best, one.worst});
  }
  table.finish();
}

void print_text(std::ostream& out, const PoolAudit& pool) {
  out << printable(heading(pool), 4096) << ", examined: " << asked_text(pool) << '\n';
  if (pool.findings.empty() && !pool.asked.empty()) {
    out << " no findings (in one of twenty sound lists there is one by chance)\n";
  }
  for (const AuditFinding& finding : pool.findings) {
    out << "  " << rating::kind_of(finding.check).name << ": " << text_of(finding)
        << chance_text(finding.adjusted) << '\n';
  }
  print_ranks(out, pool);
  for (const std::string& note : pool.notes) out << "note: " << printable(note, 4096) << '\n';
}

Json json_of(const PoolAudit& pool, const AuditFinding& finding) {
  Json json = {{"game", pool.game},
               {"variant", pool.variant},
               {"pool", pool.pool},
               {"check", rating::kind_of(finding.check).name},
               {"players", finding.players},
               {"games", finding.games},
               {"observed", finding.observed},
               {"expected", finding.expected},
               {"effect", finding.effect}};
  if (!finding.moved.empty()) {
    json["moved"] = finding.moved;
    json["moved_by"] = finding.moved_by;
  }
  const bool by_chance = finding.adjusted > 0;
  json["p"] = by_chance ? Json(finding.p) : Json();
  json["adjusted"] = by_chance ? Json(finding.adjusted) : Json();
  json["text"] = text_of(finding);
  return json;
}

void write_json(std::ostream& out, const PoolAudit& pool) {
  for (const AuditFinding& finding : pool.findings) write_line(out, json_of(pool, finding));
  for (const rating::RankInterval& one : pool.ranks) {
    write_line(out, {{"game", pool.game},
                     {"variant", pool.variant},
                     {"pool", pool.pool},
                     {"player", one.player},
                     {"best", one.best},
                     {"worst", one.worst}});
  }
  Json asked = Json::object();
  for (const auto& [check, times] : pool.asked) {
    asked[std::string(rating::kind_of(check).name)] = times;
  }
  write_line(out, {{"audit",
                    {{"game", pool.game},
                     {"variant", pool.variant},
                     {"pool", pool.pool},
                     {"pools", pool.pools},
                     {"players", pool.players},
                     {"asked", asked},
                     {"findings", pool.findings.size()},
                     {"level", rating::audit_level},
                     {"scale", rating::scale_name(pool.scale)},
                     {"notes", pool.notes}}}});
}

}  // namespace

bool print_audits(std::ostream& out, const std::vector<PoolAudit>& audits, Format format) {
  bool sound = true;
  for (const PoolAudit& pool : audits) {
    sound = sound && pool.findings.empty();
    if (format == Format::json) {
      write_json(out, pool);
    } else {
      print_text(out, pool);
    }
  }
  return sound;
}

}  // namespace schiri::cli
