#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace schiri::cli {

/// A command that is typed during a game, in each language. The English word is always understood.
struct TypedCommand {
  std::string_view english, german, french;  ///< the argument after the word: `save FILE`
  Message about;
};

/// All of them, in the order of the help.
std::span<const TypedCommand> typed_commands();

/// The word of a command, named by its English one, in the language of the output.
std::string typed_word(std::string_view english);

/// Is the first word of a line this command, in English or the language of the output?
bool is_typed_command(std::string_view line, std::string_view english);

/// The commands of both languages that begin with a text, in any case; the English ones come last.
std::vector<std::string> typed_words_with(std::string_view text);

/// What `help` prints: the commands with what they do, a line each.
std::string typed_help();

}  // namespace schiri::cli
