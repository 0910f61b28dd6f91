#include "cli/io/confirmation.h"

#include <unistd.h>

#include <iostream>

#include "cli/command.h"
#include "notation/printable.h"

namespace schiri::cli {

void Confirmation::add_to(Command& command) {
  auto* dry_run = command.add_flag("--dry-run", dry_run_, "Only say what would be done");
  command.add_flag("-y,--yes", yes_, "Do it without asking")->excludes(dry_run);
}

bool Confirmation::confirms(const std::vector<std::string>& sentences) const {
  for (const std::string& sentence : sentences) std::cout << printable(sentence, 4096) << '\n';
  std::cout.flush();
  if (dry_run_ || yes_) return yes_;
  if (isatty(STDIN_FILENO) == 0) {
    throw UsageError("nothing was changed; --yes does it, --dry-run only says what would be done");
  }
  std::cerr << "Do it? [y/N] " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  if (answer == "y" || answer == "Y" || answer == "yes") return true;
  std::cerr << "nothing was changed\n";
  return false;
}

}  // namespace schiri::cli
