#include "cli/records/game_keys.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/names.h"
#include "notation/game_types.h"
#include "notation/records/conversion/record_start.h"

namespace schiri::cli {

namespace {

void add_start(const CheckedRecord& checked, const KeyOptions& options, KeyMaker& maker) {
  maker.add(checked.check.game);
  maker.add(checked.check.variant);
  const StartSpec start = start_of(checked, options.check);
  maker.add(find_game(checked.check.game)->start(start)->position());
}

/// A game and its beginning never have the same ending.
bool is_compared(const Tag& tag, const KeyOptions& options) {
  const bool of_end = tag.name == "Result" || tag.name == "Termination" || tag.name == "PlyCount";
  return tag.value != "?" && !(of_end && options.of_beginnings);
}

void add_tags(const Record& record, const KeyOptions& options, KeyMaker& maker) {
  std::vector<std::pair<std::string_view, std::string>> tags;
  for (const Tag& tag : record.tags) {
    if (is_compared(tag, options)) tags.emplace_back(tag.name, name_key(tag.value));
  }
  std::sort(tags.begin(), tags.end());
  for (const auto& [name, value] : tags) {
    maker.add(name);
    maker.add(value);
  }
  if (!options.of_beginnings) maker.add(record.result);
}

void add_headers(const Record& record, const KeyOptions& options, KeyMaker& maker) {
  switch (options.headers) {
    case KeyOptions::Headers::ignore:
      return;
    case KeyOptions::Headers::players:
      maker.add(name_key(record.tag("White")));
      maker.add(name_key(record.tag("Black")));
      return;
    case KeyOptions::Headers::all:
      return add_tags(record, options, maker);
  }
}

std::uint32_t count_known_tags(const Record& record) {
  return static_cast<std::uint32_t>(
      std::count_if(record.tags.begin(), record.tags.end(), [](const Tag& tag) {
        return !tag.value.empty() && tag.value != unknown_value(tag.name) && tag.value != "?";
      }));
}

}  // namespace

GameKeys keys_of(const CheckedRecord& checked, const KeyOptions& options, bool with_beginnings) {
  GameKeys keys;
  if (!checked.check.valid() || checked.check.turns == 0) return keys;
  KeyMaker maker;
  add_start(checked, options, maker);
  add_headers(checked.record, options, maker);
  const auto turns = checked.record.turns();
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (i > 0 && with_beginnings) keys.beginnings.push_back(maker.key());
    maker.add(turns[i]);
  }
  keys.whole = maker.key();
  keys.known_tags = count_known_tags(checked.record);
  return keys;
}

}  // namespace schiri::cli
