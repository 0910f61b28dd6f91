#include "core/base/former_names.h"

#include <algorithm>
#include <iterator>

#include "core/base/text.h"

namespace schiri {

namespace {

/// Names that went for one reason; several owners and names are separated by commas.
struct FormerNames {
  std::string_view owners;  ///< empty: any
  std::string_view names;
  std::string_view now;  ///< what does their work as typed, so the same in all languages; or empty:
  Pattern why = {};
};

constexpr Pattern no_teams = message_pattern("events of teams were removed");
constexpr Pattern no_categories =
    message_pattern("categories were removed; 'schiri otb players --format csv' has age and sex");

constexpr FormerNames former_names[] = {
    {"schiri", "train", "'schiri data'"},
    {"schiri", "trust", "--trust-commands, --presets"},
    {"", "--plugin", "--game ./PROGRAM, 'schiri help own-games'"},
    {"schiri db", "similar-players", "'schiri db query duplicates --similar'"},
    {"schiri db query", "improved", "'schiri ratings --list NEW --compare OLD --sort -change'"},
    {"--system", "adaptive", "round-robin, gauntlet, swiss (--until-error)"},
    {"--encoding", "macroman", "macintosh"},
    {"", "--about", "--until-error, 'schiri ratings'"},
    {"", "--live", "--report, --log, --pgn"},
    {"", "--offset", "'schiri db query sql'"},
    {"schiri otb pair,schiri otb swap", "--columns,--decimal-comma,--delimiter,--limit,--sort",
     "'schiri otb show'"},
    {"schiri otb new,schiri otb enter", "--db,--from-ratings,--list",
     "--players, 'schiri ratings --columns player,rating --format csv'"},
    {"schiri otb enter,schiri otb pair", "--late,--now", "'schiri otb pair --again'"},
    {"schiri otb swap", "--round", "'schiri otb result BOARD *' before it"},
    {"schiri otb export", "--db", "'schiri otb export --format pgn', 'schiri db import'"},
    {"schiri otb,schiri otb enter,schiri otb new,schiri otb standing",
     "lineup,--boards,--players,--team", "", no_teams},
    {"schiri otb,schiri otb change,schiri otb enter,schiri otb new,schiri otb set,"
     "schiri otb standing",
     "prizes,--category", "", no_categories},
    {"schiri otb new", "--accelerate", "", message_pattern("accelerations were removed")},
    {"schiri otb", "lots", "",
     message_pattern("lots were removed; players still tied share a rank")},
    {"schiri otb", "simulate", "", message_pattern("the simulation of events was removed")},
    {"schiri analyse", "--puzzles", "--lines 2"},
    {"schiri ratings", "--audit", "'schiri ratings'"},
    {"schiri ratings", "--no-prior", "--prior none"},
    {"schiri ratings", "--prior-sd", "--prior games|field|none"},
    {"schiri book,schiri data,schiri merge", "--code,--legality", "'schiri select'"},
    {"schiri db query players,schiri db query events,schiri db query endings,"
     "schiri db query head-to-head,schiri db query streaks",
     "--id,--number", "'schiri db query games'"},
    {"schiri tournament run,schiri tournament show,schiri tournament submit",
     "--batch,--proof,--spsa,--tune", "'schiri tune --write'"},
    {"schiri test,schiri tune",
     "--cpu,--openings-start,--pgn-comments,--progress,--trace,--verbose,--wait",
     "'schiri tournament run'"},
    {"", "--date-order,--override-game,--roll,--max-game-bytes", "'schiri convert'"},
    {"schiri select", "--canonical", "'schiri convert'"},
    {"", "--missing-tags", "'schiri validate --missing-tags'"},
    {"", "--language", "LC_ALL=de_DE.UTF-8"},
};

bool is_among(std::string_view list, std::string_view name) {
  const auto parts = split(list, ',');
  return std::find(parts.begin(), parts.end(), name) != parts.end();
}

}  // namespace

Message former_name(std::string_view owner, std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(former_names), std::end(former_names), [&](const FormerNames& one) {
        return (one.owners.empty() || is_among(one.owners, owner)) && is_among(one.names, name);
      });
  if (found == std::end(former_names)) return {};
  return found->now.empty() ? Message(found->why) : message("use {0}", found->now);
}

}  // namespace schiri
