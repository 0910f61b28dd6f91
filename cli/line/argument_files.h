#pragma once

#include <string>
#include <vector>

#include "core/base/text.h"

namespace schiri::cli {

/// The words of the command line, with each word `@FILE` replaced by the words of that file:
/// separated by spaces and line ends, quoted by `'` or `"`, in which and outside `'` a backslash
/// takes the next character as it is. Lines that begin with `#` are comments. A file's words are
/// not replaced again. `@@x` stands for the word `@x`; so does `@x` if there is no such file, as
/// with gcc: names of players may begin with this sign.
///
/// Throws UnusableError if a file cannot be read, InputError if a quote in it is not closed.
std::vector<std::string> with_argument_files(std::vector<std::string> words);

/// The words with `--name=` as two, `--name` and an empty one, up to the word `--`: the parser
/// would take the word after it for the value.
std::vector<std::string> with_empty_values(std::vector<std::string> words);

/// The words with `--sprt elo0=0 elo1=5` as `--sprt elo0=0,elo1=5`, as other tournament programs
/// write it, and so for the other options whose values are keys with values.
std::vector<std::string> with_joined_keys(std::vector<std::string> words);

/// A text as one word of a shell's command line.
inline std::string shell_word(const std::string& text) {
  const bool plain =
      text.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/,:=@%+") == text.npos;
  if (plain && !text.empty()) return text;
  return shell_quoted(text);
}

/// Where several words are taken, CLI11 takes `[a,b]` for a list and `++` for the end of one. Here
/// a word is what was typed: such words are marked before they are parsed, returning whether there
/// was one, and as_typed() removes the mark.
bool mark_lists(std::vector<std::string>& words);
std::string as_typed(std::string word);

}  // namespace schiri::cli
