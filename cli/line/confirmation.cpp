#include "cli/line/confirmation.h"

#include <unistd.h>

#include <iostream>

#include "cli/line/command.h"
#include "cli/print/output_language.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

bool means_yes(const std::string& answer) {
  const std::string& language = output_language().language();
  const std::string word = without_case(trimmed(answer));
  if (language == "de" && (word == "j" || word == "ja")) return true;
  if (language == "fr" && (word == "o" || word == "oui")) return true;
  return word == "y" || word == "yes";
}

std::optional<bool> ask_on_terminal(const Message& question) {
  if (isatty(STDIN_FILENO) == 0) return std::nullopt;
  std::cerr << translated(message("{0} [y/N]", question)) << ' ' << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  return means_yes(answer);
}

void Confirmation::add_to(Command& command) {
  auto* dry_run = command.add_flag("--dry-run", dry_run_, "Report the changes without making them");
  command.add_flag("-y,--yes", yes_, "Do it without asking")->excludes(dry_run);
}

bool Confirmation::confirms(const std::vector<std::string>& sentences) const {
  for (const std::string& sentence : sentences) std::cout << printable(sentence, 4096) << '\n';
  std::cout.flush();
  if (dry_run_ || yes_) return yes_;
  const auto answer = ask_on_terminal(message("Do it?"));
  if (!answer) {
    throw InputError(
        message("nothing was changed; --yes changes it without asking, --dry-run only reports"));
  }
  if (!*answer) std::cerr << translated(message("nothing was changed")) << '\n';
  return *answer;
}

}  // namespace schiri::cli
