#include "cli/line/confirmation.h"

#include <unistd.h>

#include <iostream>

#include "cli/line/command.h"
#include "notation/text/printable.h"

namespace schiri::cli {

std::optional<bool> ask_on_terminal(const std::string& question) {
  if (isatty(STDIN_FILENO) == 0) return std::nullopt;
  std::cerr << question << " [y/N] " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

void Confirmation::add_to(Command& command) {
  auto* dry_run = command.add_flag("--dry-run", dry_run_, "Report the changes without making them");
  command.add_flag("-y,--yes", yes_, "Do it without asking")->excludes(dry_run);
}

bool Confirmation::confirms(const std::vector<std::string>& sentences) const {
  for (const std::string& sentence : sentences) std::cout << printable(sentence, 4096) << '\n';
  std::cout.flush();
  if (dry_run_ || yes_) return yes_;
  const auto answer = ask_on_terminal("Do it?");
  if (!answer) {
    throw InputError(
        "nothing was changed; --yes changes it without asking, --dry-run only reports");
  }
  if (!*answer) std::cerr << "nothing was changed\n";
  return *answer;
}

}  // namespace schiri::cli
