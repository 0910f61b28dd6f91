#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace schiri::cli {

/// A file of the source folder that is kept in the program.
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

/// The languages of output for users: `en`, `de`, `fr`.
const std::vector<std::string>& languages();

/// Is all that this command of the program prints English, as its help is? Those of bots, databases
/// and statistics are, whose users know the English terms; what players, arbiters and readers of
/// reports see is translated.
bool speaks_english(std::string_view command);

/// The language of a list or page: the given one, otherwise that of the process
/// (set_output_language()), otherwise the configured one, otherwise that of the environment
/// (LC_ALL, LC_MESSAGES, LANG, the first that is set), otherwise English.
std::string chosen_language(const std::string& told);

/// The language of a locale, such as `de_AT.UTF-8` or `de-AT`; English if it is not one of
/// languages().
std::string language_of_locale(std::string_view locale);

/// Sets the language of the process, one of languages(). Before any output.
void set_output_language(const std::string& language);
/// Forgets the language and the notes of a command that ran before in this process.
void begin_output();
/// Sets where chosen_language() finds the configured language; it returns an empty text for none.
void set_configured_language(std::function<std::string()> read);

/// The sentences of the language of the process, chosen_language("").
const Translation& output_language();
/// A sentence in the language of the process. Output for programs is English instead.
std::string translated(const Message& message);
/// A sentence in output for programs: in the language of set_output_language(), English without it.
std::string translated_on_request(const Message& message);

/// Prints a sentence in the language of the process, and ends the line.
void say(std::ostream& out, const Message& message);

/// `first, second` of phrases that can stand alone; one of them if the other is empty.
Message listed(const Message& first, const Message& second);
/// Prints `schiri: ` and a sentence in the language of the process on standard error.
void print_message(const Message& message);
/// Prints a note for the user on standard error, if it was not printed before; nothing is wrong.
void print_note(const Message& note);

/// The sentences of one of languages(), read at the first call.
const Translation& translation_to(const std::string& language);

/// cli/share/translations/LANGUAGE.po, by their languages.
extern const std::span<const EmbeddedFile> message_files;

}  // namespace schiri::cli
