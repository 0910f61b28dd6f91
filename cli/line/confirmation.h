#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "core/base/message.h"
#include "db/import/correction.h"

namespace schiri::cli {

/// Does a typed answer mean yes: y or yes, or that in the language of the output?
bool means_yes(const std::string& answer);

/// Asks a person at the terminal for yes or no; nothing if standard input is none.
std::optional<bool> ask_on_terminal(const Message& question);

/// `[--dry-run] [--yes]`: a command that changes what is stored says what it will do and does it
/// when it is told to.
class Confirmation {
 public:
  void add_to(Command& command);
  bool dry_run() const { return dry_run_; }
  /// Prints what is going to happen, and returns whether it is to: told by `--yes` or, on a
  /// terminal, asked. Throws InputError where nobody can be asked.
  bool confirms(const std::vector<std::string>& sentences) const;

 private:
  bool dry_run_ = false;
  bool yes_ = false;
};

/// `--corrections report|apply|both`: what to do with records that differ from the
/// stored game.
void add_corrections_option(Command& command, db::Corrections& corrections);

/// Says for a person what the record of a place says differently, and what is done about it.
void print_correction(std::ostream& out, const std::string& place,
                      const db::Correction& correction);

}  // namespace schiri::cli
