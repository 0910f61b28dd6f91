#include "tests/support/message_patterns.h"

#include <algorithm>
#include <filesystem>

#include "core/base/characters.h"
#include "core/base/po_file.h"
#include "core/base/text.h"
#include "core/match/termination.h"
#include "core/tournament/systems.h"
#include "notation/game_types.h"
#include "tests/files.h"

namespace schiri {

namespace {

/// A text of source code from a place on, past white space.
std::string_view from(std::string_view source, std::size_t at) {
  at = source.find_first_not_of(" \t\n", at);
  return at == source.npos ? std::string_view() : source.substr(at);
}

/// The string literal, of several pieces perhaps, that a text begins with; empty if none.
std::string literal_in(std::string_view text) {
  std::string literal;
  while (text.starts_with('"')) {
    std::size_t i = 1;
    for (; i < text.size() && text[i] != '"'; ++i) {
      if (text[i] == '\\') ++i;
      const bool is_escaped = text[i - 1] == '\\';
      literal += is_escaped && text[i] == 'n'   ? '\n'
                 : is_escaped && text[i] == '4' ? '\4'
                                                : text[i];
    }
    text = from(text, i + 1);
  }
  return literal;
}

/// Calls `visit` with the literal that each call of a function in a source begins with.
template <class Visit>
void visit_literals(const std::string& source, std::string_view call, const Visit& visit) {
  for (std::size_t at = 0; (at = source.find(call, at)) != source.npos;) {
    const std::size_t line = source.rfind('\n', at) + 1;
    const bool is_comment = from(source, line).starts_with("//");
    const bool is_other = at > 0 && (is_letter(source[at - 1]) || source[at - 1] == '_');
    at += call.size();
    const std::string literal = literal_in(from(source, at));
    if (!is_comment && !is_other && !literal.empty()) visit(literal);
  }
}

/// Is this the source of commands that speak English alone (speaks_english()), or of what only they
/// use?
bool is_english(const std::string& source) {
  constexpr std::string_view places[] = {
      "cli/bots/bench",     "cli/bots/book",   "cli/bots/bot",        "cli/bots/ugi",
      "cli/cluster/",       "cli/database/",   "cli/ratings/ratings", "cli/ratings/stats",
      "cli/ratings/stored", "cli/tournament/", "core/process/",       "core/tournament/",
      "core/ugi/",          "db/edit/",        "db/import/",          "db/repair/",
      "db/shards/",         "db/tournament/"};
  return std::any_of(std::begin(places), std::end(places),
                     [&](std::string_view place) { return source.starts_with(place); });
}

}  // namespace

std::map<std::string, std::set<std::string>> message_patterns() {
  std::map<std::string, std::set<std::string>> patterns;
  const std::filesystem::path root = SCHIRI_SOURCE_FOLDER;
  for (const char* folder : {"core", "notation", "db", "cli"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const auto extension = entry.path().extension();
      const bool is_page = extension == ".js" || extension == ".html";
      if (!is_page && extension != ".cpp" && extension != ".h") continue;
      const std::string source = read_file(entry.path().string());
      const std::string name = entry.path().lexically_relative(root).generic_string();
      if (is_english(name)) continue;
      if (is_page) {
        for (const std::string& pattern : patterns_of_page(source)) patterns[pattern].insert(name);
        continue;
      }
      for (const std::string_view call : {"message(", "message_pattern("}) {
        visit_literals(source, call,
                       [&](const std::string& pattern) { patterns[pattern].insert(name); });
      }
    }
  }
  for (const GameType* type : game_types()) {
    std::string folder = "notation/games/" + std::string(type->name());
    std::replace(folder.begin(), folder.end(), '-', '_');
    const auto add = [&](std::string_view text) { patterns[std::string(text)].insert(folder); };
    for (const std::string_view reason : type->facts.endings) add(reason);
    add(type->facts.summary);
    for (const GameSetting& setting : type->facts.settings) {
      add(setting.sources);
      for (const auto& value : setting.values) add(value.meaning);
    }
  }
  for (const TerminationKind& kind : terminations()) {
    patterns[std::string(kind.text)].insert("core/match/termination.cpp");
  }
  const std::string systems = list_systems();
  for (const std::string_view name : split(systems, ',')) {
    const std::string title(system_title(find_system(trimmed(name)).value()));
    patterns[title].insert("core/tournament/systems.cpp");
  }
  return patterns;
}

bool has_words(const std::string& pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool is_place = pattern[i] == '{' && i + 2 < pattern.size() && is_digit(pattern[i + 1]) &&
                          pattern[i + 2] == '}';
    if (is_place) i += 2;
    if (is_letter(pattern[i])) return true;
  }
  return false;
}

}  // namespace schiri
