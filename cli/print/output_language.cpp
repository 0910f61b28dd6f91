#include "cli/print/output_language.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "cli/print/console.h"
#include "core/base/po_file.h"

namespace schiri::cli {

namespace {

std::string set_language;
std::function<std::string()> configured_language;
/// That of the process, once it is known.
std::atomic<const Translation*> known_translation = nullptr;

/// The notes that were printed.
std::mutex note_mutex;
std::set<std::string> printed_notes;

/// The locale of messages: LC_ALL or one of its like.
std::string_view locale_of_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value && *value) return value;
  }
  return {};
}

}  // namespace

const std::vector<std::string>& languages() {
  static const std::vector<std::string> all = {"en", "de", "fr"};
  return all;
}

bool speaks_english(std::string_view command) {
  constexpr std::string_view english[] = {"book", "bot",        "db",   "ratings", "stats",
                                          "test", "tournament", "tune", "ugi"};
  return std::find(std::begin(english), std::end(english), command) != std::end(english);
}

std::string chosen_language(const std::string& told) {
  if (!told.empty()) return told;
  if (!set_language.empty()) return set_language;
  if (console::is_guest()) return "en";
  if (std::string language = configured_language ? configured_language() : ""; !language.empty()) {
    return language;
  }
  return language_of_locale(locale_of_environment());
}

std::string language_of_locale(std::string_view locale) {
  const std::string_view language = locale.substr(0, locale.find_first_of("_.@-"));
  const auto found = std::find(languages().begin(), languages().end(), language);
  return found == languages().end() ? "en" : *found;
}

void set_output_language(const std::string& language) {
  set_language = language;
  known_translation = nullptr;
}

void begin_output() {
  set_output_language("");
  const std::lock_guard lock(note_mutex);
  printed_notes.clear();
}

void set_configured_language(std::function<std::string()> read) {
  configured_language = std::move(read);
}

const Translation& output_language() {
  if (const Translation* const known = known_translation) return *known;
  // Before the translation is made: reading the settings may print a sentence, too.
  const std::string language = chosen_language("");
  const Translation& translation = translation_to(language);
  known_translation = &translation;
  return translation;
}

std::string translated(const Message& message) { return message.in(output_language()); }

Message listed(const Message& first, const Message& second) {
  if (first.empty() || second.empty()) return first.empty() ? second : first;
  return message("{0}, {1}", first, second);
}

void say(std::ostream& out, const Message& message) { out << translated(message) << '\n'; }

void print_message(const Message& message) {
  console::err << "schiri: " << translated(message) << '\n';
}

void print_note(const Message& note) {
  const std::lock_guard lock(note_mutex);
  if (printed_notes.insert(note.english()).second) print_message(message("note: {0}", note));
}

std::string translated_on_request(const Message& message) {
  return set_language.empty() ? message.english() : translated(message);
}

const Translation& translation_to(const std::string& language) {
  static std::mutex mutex;
  static std::map<std::string, Translation> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace(language);
  if (!is_new || language == "en") return found->second;
  std::map<std::string, std::string, std::less<>> patterns;
  for (const EmbeddedFile& file : message_files) {
    if (file.name != language) continue;
    for (PoEntry& entry : read_po(file.text)) {
      patterns.emplace(std::move(entry.pattern), std::move(entry.translation));
    }
  }
  return found->second = Translation(language, std::move(patterns));
}

}  // namespace schiri::cli
