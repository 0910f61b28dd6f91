#include "notation/contest/bot_names.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "core/base/names.h"
#include "core/process/process.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

namespace fs = std::filesystem;

/// The file of a program: the first word of its command that is the name of a file, as in
/// `python3 mine.py`, otherwise the first word.
fs::path program_file(const BotSpec& spec) {
  const auto words = command_words(spec.command);
  if (words.empty()) return {};
  const auto is_file = [&](const std::string& word) {
    std::error_code error;
    return fs::is_regular_file(fs::path(spec.directory) / word, error);
  };
  const auto word =
      spec.host.empty() ? std::find_if(words.begin(), words.end(), is_file) : words.begin();
  return fs::path(spec.directory) / (word == words.end() ? words.front() : *word);
}

/// `mine`, or `build/mine` with the folder.
std::string file_name(const BotSpec& spec, bool with_folder) {
  std::error_code error;
  const fs::path file = fs::absolute(program_file(spec), error).lexically_normal();
  const std::string name = file.filename().string();
  return with_folder ? file.parent_path().filename().string() + '/' + name : name;
}

/// The possible names of one bot, the best first.
std::vector<std::string> candidates(const BotSpec& spec, const std::string& announced) {
  std::vector<std::string> names;
  const bool is_usable = announced.size() <= longest_announced_name && is_name(announced);
  if (spec.is_unnamed && is_usable) {
    names.push_back(announced);
    for (const bool with_folder : {false, true}) {
      std::string name = announced + " (" + file_name(spec, with_folder) + ")";
      if (is_name(name)) names.push_back(std::move(name));
    }
  }
  names.push_back(spec.name);
  return names;
}

/// Drops the first candidate of each bot that shares it and has others. Returns whether there was
/// one.
bool drop_equal_names(std::vector<std::vector<std::string>>& names) {
  std::map<std::string, int> uses;
  for (const auto& own : names) ++uses[name_key(own.front())];
  bool has_dropped = false;
  for (auto& own : names) {
    if (own.size() == 1 || uses[name_key(own.front())] == 1) continue;
    own.erase(own.begin());
    has_dropped = true;
  }
  return has_dropped;
}

}  // namespace

void settle_names(std::vector<BotSpec>& bots, const std::vector<std::string>& announced) {
  std::vector<std::vector<std::string>> names;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    names.push_back(candidates(bots[i], announced[i]));
  }
  while (drop_equal_names(names)) {
  }
  for (std::size_t i = 0; i < bots.size(); ++i) {
    bots[i].name = names[i].front();
    bots[i].is_unnamed = false;
  }
}

}  // namespace schiri
