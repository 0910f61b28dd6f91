#include "core/base/former_names.h"

#include <algorithm>
#include <iterator>

#include "core/base/text.h"

namespace schiri {

namespace {

/// Names that went for one reason; several owners and names are separated by commas.
struct FormerNames {
  std::string_view owners;  ///< empty: any
  std::string_view names, now;
};

constexpr FormerNames former_names[] = {
    {"schiri", "train", "'schiri data' to write positions for another trainer"},
    {"schiri", "trust", "--trust-commands for a stored plan, --presets for a file of programs"},
    {"schiri db", "similar-players", "'schiri db query duplicates --similar'"},
    {"schiri db query", "improved", "'schiri ratings --list NEW --compare OLD --sort -change'"},
    {"--system", "adaptive",
     "round-robin, gauntlet or swiss; --until-error ends a round-robin when the ratings are known"},
    {"--encoding", "macroman", "macintosh"},
    {"", "--about", "--until-error in a round-robin, and the ranks of 'schiri ratings'"},
    {"", "--live", "--report, --log or --pgn, or the display in the terminal"},
    {"", "--offset", "'schiri db query sql' with LIMIT and OFFSET, or --index"},
    {"schiri analyse", "--puzzles",
     "--lines 2 in a position, which shows whether one turn alone wins"},
    {"schiri ratings", "--audit", "'schiri ratings', whose notes say what a list leaves open"},
    {"schiri book,schiri data,schiri merge",
     "--at-end,--begins,--black,--code,--ending,--event,--legality,--max-turns,--min-turns,"
     "--mirror,--pattern,--pieces,--player,--reaches,--result,--since,--tag,--until,--white",
     "'schiri select' or 'schiri db export', whose output this command reads as -"},
    {"schiri db query players,schiri db query events,schiri db query endings,"
     "schiri db query head-to-head,schiri db query streaks",
     "--id,--number", "'schiri db query games'"},
    {"schiri tournament run,schiri tournament show,schiri tournament submit",
     "--batch,--proof,--spsa,--tune", "'schiri tune', whose --write makes a file for this command"},
    {"schiri test,schiri tune",
     "--cpu,--openings-start,--pgn-comments,--progress,--trace,--verbose,--wait",
     "'schiri tournament run', which has it"},
    {"", "--date-order,--override-game,--roll,--max-game-bytes",
     "'schiri convert', which has it and writes records that all commands read"},
    {"schiri select", "--canonical", "'schiri convert' after it"},
    {"", "--missing-tags", "'schiri validate', which has it"},
    {"", "--language", "the environment, as in LC_ALL=de_DE.UTF-8"},
};

bool is_among(std::string_view list, std::string_view name) {
  const auto parts = split(list, ',');
  return std::find(parts.begin(), parts.end(), name) != parts.end();
}

}  // namespace

Message replacement_of(std::string_view owner, std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(former_names), std::end(former_names), [&](const FormerNames& one) {
        return (one.owners.empty() || is_among(one.owners, owner)) && is_among(one.names, name);
      });
  return found == std::end(former_names) ? Message() : message("use {0}", found->now);
}

}  // namespace schiri
