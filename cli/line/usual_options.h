#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/command_line.h"
#include "core/base/errors.h"

namespace schiri::cli {

/// What reads an option's value: what is wrong with it (std::invalid_argument) becomes a InputError
/// that names the option.
template <class Read>
auto read_for(const std::string& option, const Read& read) {
  try {
    return read();
  } catch (const std::invalid_argument& error) {
    throw InputError(message("{0}: {1}", option, message_of(error)));
  }
}

// Options of many commands that stand for what somebody wants where they are not given, see
// defaults().

/// `--db F`, which must be known.
Option* add_database(Command& command, std::string& db, const std::string& about);

/// `--db F` of a command that takes games of a database or of files; without either the games of
/// the database of the defaults, if there is one.
Option* add_database_or(const std::vector<std::string>& files, Command& command, std::string& db,
                        const std::string& about);

inline constexpr unsigned most_threads = 1024;

/// `-j,--threads N`, from 1 to most_threads; one for each processor unless given. Sets `threads`.
Option* add_threads(Command& command, unsigned& threads, const std::string& about);

/// `--repeats once|count`. Sets `each`: identical games count each, not once.
Option* add_repeats(Command& command, bool& each);

/// `--delimiter`, one of `,`, `;` and `tab`.
void add_delimiter(Command& command, std::string& delimiter, const char* about);

/// `--language L`, one of languages(), of what people read; see chosen_language().
/// `language` stays empty without it. Of a command that speaks_english() it is the language of its
/// list alone, which others read.
void add_language(Command& command, std::string& language);
/// The same for a command that only prints sentences. Nothing if the command has the option, or
/// speaks_english().
void add_language(Command& command);
/// Forgets where the commands of a command line before keep theirs.
void forget_languages();

}  // namespace schiri::cli
