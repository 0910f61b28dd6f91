#include "cli/line/confirmation.h"

#include <unistd.h>

#include <map>

#include "cli/line/command.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/names.h"
#include "core/base/text.h"
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

bool means_yes(const std::string& answer) {
  const std::string& language = output_language().language();
  const std::string word = without_case(trimmed(answer));
  if (language == "de" && (word == "j" || word == "ja")) return true;
  if (language == "fr" && (word == "o" || word == "oui")) return true;
  return word == "y" || word == "yes";
}

std::optional<bool> ask_on_terminal(const Message& question) {
  if (!console::is_terminal(STDIN_FILENO)) return std::nullopt;
  console::err << translated(message("{0} [y/N]", question)) << ' ' << std::flush;
  std::string answer;
  std::getline(console::in, answer);
  return means_yes(answer);
}

void Confirmation::add_to(Command& command) {
  auto* dry_run = command.add_flag("--dry-run", dry_run_, "Report the changes without making them");
  command.add_flag("-y,--yes", yes_, "Make the changes without asking")->excludes(dry_run);
}

bool Confirmation::confirms(const std::vector<std::string>& sentences) const {
  for (const std::string& sentence : sentences) console::out << printable(sentence, 4096) << '\n';
  console::out.flush();
  if (dry_run_ || yes_) return yes_;
  const auto answer = ask_on_terminal(message("Do it?"));
  if (!answer) {
    throw InputError(
        message("nothing was changed; --yes changes it without asking, --dry-run only reports"));
  }
  if (!*answer) say(console::err, message("nothing was changed"));
  return *answer;
}

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
