#include <algorithm>
#include <string_view>

#include "cli/help/embedded_files.h"
#include "cli/help/program.h"
#include "core/base/text.h"

namespace schiri::cli {

namespace {

constexpr std::string_view table_mark = "@TABLE@";

std::string_view name_of(ValueKind kind) {
  constexpr std::string_view names[] = {"none",   "text",   "words", "file",
                                        "either", "player", "event"};
  return names[static_cast<std::size_t>(kind)];
}

/// A text on one line of the table.
std::string in_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  return text;
}

/// Puts the program into lines with tabs between their fields:
///   command   PATH  NAME  ABOUT            a part of the command PATH
///   option    PATH  NAME  KIND  WORDS  ABOUT
///   argument  PATH  first|other  KIND  WORDS
class CommandTable {
 public:
  explicit CommandTable(const ProgramCommand& program) { put_command(program); }

  const std::string& text() const { return text_; }

 private:
  void put(const std::vector<std::string>& fields) { text_ += join(fields, "\t", in_line) + '\n'; }

  void put_command(const ProgramCommand& command) {
    for (const ProgramCommand& part : command.parts) {
      put({"command", command.path, part.name, part.about});
    }
    for (const ProgramOption& option : command.options) put_option(command, option);
    put_arguments(command);
    for (const ProgramCommand& part : command.parts) put_command(part);
  }

  void put_option(const ProgramCommand& command, const ProgramOption& option) {
    for (const std::string& name : option.names) {
      put({"option", command.path, name, std::string(name_of(option.kind)), join(option.words, " "),
           option.about});
    }
  }

  /// After the only argument there may be more of its kind, but not after a word.
  void put_arguments(const ProgramCommand& command) {
    if (command.arguments.empty()) return;
    const ProgramOption& first = command.arguments.front();
    const auto put_one = [&](const char* place, const ProgramOption& argument) {
      put({"argument", command.path, place, std::string(name_of(argument.kind)),
           join(argument.words, " ")});
    };
    put_one("first", first);
    if (command.arguments.size() > 1) return put_one("other", command.arguments[1]);
    put_one("other", first.kind == ValueKind::words ? ProgramOption() : first);
  }

  std::string text_;
};

/// A text as a shell reads it from between quotes.
std::string quoted(std::string_view text, std::string_view shell) {
  std::string out = "'";
  for (const char c : text) {
    if (shell == "fish" && (c == '\'' || c == '\\')) out += '\\';
    if (shell != "fish" && c == '\'') out += "'\\'";
    out += c;
  }
  return out + "'";
}

}  // namespace

std::string completion(const ProgramCommand& program, const std::string& shell) {
  std::string script(text_of(manual_frames, shell));
  return script.replace(script.find(table_mark), table_mark.size(),
                        quoted(CommandTable(program).text(), shell));
}

}  // namespace schiri::cli
