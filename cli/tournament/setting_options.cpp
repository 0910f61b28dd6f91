#include "cli/tournament/setting_options.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace schiri::cli {

namespace {

struct Metavariable {
  std::string_view key;  ///< of a setting
  const char* name;
};

/// Of settings that take neither a number nor a file.
constexpr Metavariable metavariables[] = {
    {"event", "NAME"},           {"system", "NAME"},        {"each", "KEY=VALUE..."},
    {"tune", "OPTIONS"},         {"spsa", "KEY=VALUE,..."}, {"proof", "KEY=VALUE,..."},
    {"resign", "KEY=VALUE,..."}, {"draw", "KEY=VALUE,..."}, {"sprt", "KEY=VALUE,..."},
    {"watchdog", "SECONDS"},     {"cpu", "LIST"},           {"progress", "N|Ns"},
    {"trace", "FOLDER"},         {"pgn-comments", "LIST"},  {"shard", "I/N"}};

/// Settings whose values are words, but not only one of a few.
constexpr std::string_view word_keys[] = {"system", "cpu", "pgn-comments"};

/// Adds the option of a setting.
class OptionAdder {
 public:
  OptionAdder(Command& command, db::TournamentSettings& settings,
              const db::TournamentSetting& setting, const std::string& help)
      : command_(command),
        settings_(settings),
        names_((setting.short_name.empty() ? "" : setting.short_name + ",") + "--" + setting.key),
        help_(help.empty() ? setting.help : help) {}

  template <class Value>
  Option* operator()(std::optional<Value> db::TournamentSettings::*member) const {
    return command_.add_option(names_, settings_.*member, help_);
  }

  Option* operator()(std::optional<bool> db::TournamentSettings::*member) const {
    return command_.add_flag_callback(
        names_, [&settings = settings_, member] { settings.*member = true; }, help_);
  }

 private:
  Command& command_;
  db::TournamentSettings& settings_;
  std::string names_;
  std::string help_;
};

void add(Command& command, db::TournamentSettings& settings, const db::TournamentSetting& setting,
         const std::string& help = "") {
  Option* option = std::visit(OptionAdder(command, settings, setting, help), setting.member);
  if (!setting.is_negative_allowed) option->not_negative();
  if (!setting.words.empty()) option->one_of(setting.words);
  if (setting.is_file) option->path("FILE");
  const bool is_word =
      std::find(std::begin(word_keys), std::end(word_keys), setting.key) != std::end(word_keys);
  if (is_word) option->any_case();
  for (const Metavariable& metavariable : metavariables) {
    if (metavariable.key == setting.key) option->type_name(metavariable.name);
  }
}

}  // namespace

void add_settings(Command& command, db::TournamentSettings& settings,
                  const std::vector<db::SettingGroup>& groups, const OtherHelp& other) {
  for (const db::SettingGroup group : groups) {
    for (const db::TournamentSetting& setting : db::setting_table()) {
      if (setting.group != group) continue;
      const auto help = other.find(setting.key);
      add(command, settings, setting, help == other.end() ? "" : help->second);
    }
  }
}

void add_setting(Command& command, db::TournamentSettings& settings, const std::string& key,
                 const std::string& help) {
  add(command, settings, db::find_setting(key), help);
}

}  // namespace schiri::cli
