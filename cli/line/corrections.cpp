#include "cli/line/corrections.h"

#include <map>

#include "db/import/correction.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

const std::map<std::string, db::Corrections> words = {{"report", db::Corrections::report},
                                                      {"apply", db::Corrections::apply},
                                                      {"both", db::Corrections::both}};

std::string what_is_done(const db::Correction& correction) {
  if (correction.applied) return "; corrected";
  if (correction.played_here) {
    return "; unchanged, because it was played here by a plan";
  }
  return "; unchanged; --corrections apply corrects it";
}

}  // namespace

void add_corrections_option(Command& command, db::Corrections& corrections) {
  command
      .add_option_function(
          "--corrections",
          [&corrections](const std::string& word) { corrections = words.at(word); },
          "If a game of the same event, round, board and players is stored with another result or "
          "other turns: report it, apply the correction, or keep both (report)")
      ->one_of({"report", "apply", "both"});
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
