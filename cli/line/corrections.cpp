#include "cli/line/corrections.h"

#include <map>

#include "db/import/correction.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

const std::map<std::string, db::Corrections> words = {{"tell", db::Corrections::tell},
                                                      {"apply", db::Corrections::apply},
                                                      {"both", db::Corrections::both}};

std::string what_is_done(const db::Correction& correction) {
  if (correction.applied) return "; it is corrected";
  if (correction.played_here) {
    return "; it stays, as it was played here and its plan says what it is";
  }
  return "; it stays, as --corrections apply was not told";
}

}  // namespace

void add_corrections_option(Command& command, db::Corrections& corrections) {
  command
      .add_option_function(
          "--corrections",
          [&corrections](const std::string& word) { corrections = words.at(word); },
          "What is done where a game of the same event, round, board and players is stored "
          "with another result or other turns: tell leaves it as it is, apply corrects it, "
          "both keeps two games (tell)")
      ->one_of({"tell", "apply", "both"});
}

void print_correction(std::ostream& out, const std::string& place,
                      const db::Correction& correction) {
  out << printable(place + ": [correction] game " + std::to_string(correction.game) + " (" +
                       correction.what + ") is stored as " + correction.was + ", here as " +
                       correction.now + what_is_done(correction),
                   4096)
      << '\n';
}

}  // namespace schiri::cli
