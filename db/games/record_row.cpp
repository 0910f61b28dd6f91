#include "db/games/record_row.h"

#include <algorithm>

#include "core/base/random.h"
#include "core/match/game.h"
#include "db/games/compact_movetext.h"
#include "db/sqlite/statement.h"
#include "notation/game_types.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/game_hash.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

bool is_standard(std::string_view game, std::string_view variant) {
  const GameType* type = find_game(game);
  return type && type->variant_table.standard() == variant;
}

/// Adds pairs to a list as JSON. Uses no arrays of the library: their destructors allocate memory,
/// and without memory the program would end.
class TagList {
 public:
  void add(const Tag& tag) {
    text_ += text_.empty() ? "[[" : ",[";
    add(tag.name);
    text_ += ',';
    add(tag.value);
    text_ += ']';
  }

  /// The list; nothing if it has no pairs.
  std::optional<std::string> text() && {
    if (text_.empty()) return std::nullopt;
    text_ += ']';
    return std::move(text_);
  }

 private:
  void add(const std::string& text) { text_ += Json(text).dump(); }

  std::string text_;
};

/// Separates the tags with a column of their own from the others.
class TagSorter {
 public:
  TagSorter(const FinishedRecord& game, RecordRow& row) : game_(game), row_(row) {
    for (const auto name : roster) *roster_column(name) = unknown_value(name);
    // A record is written without control characters, so that a name survives export and import.
    for (const Tag& tag : game.record.tags) sort({tag.name, without_controls(tag.value)});
    row.result = game.record.result;
    row.other_tags = std::move(others_).text();
  }

 private:
  std::string* roster_column(std::string_view name) {
    if (name == "Event") return &row_.event;
    if (name == "Site") return &row_.site;
    if (name == "Date") return &row_.date;
    if (name == "Round") return &row_.round;
    if (name == "White") return &row_.white;
    if (name == "Black") return &row_.black;
    if (name == "Result") return &row_.result;
    return nullptr;
  }

  std::optional<std::string>* optional_column(std::string_view name) {
    if (name == "Position") return &row_.position;
    if (name == "Roll") return &row_.roll;
    if (name == "Termination") return &row_.termination;
    return nullptr;
  }

  /// Does the tag follow from other columns?
  bool follows(const Tag& tag) const {
    if (tag.name == "Game") return tag.value == game_.game;
    return tag.name == "Variant" && tag.value == game_.variant &&
           !is_standard(game_.game, game_.variant);
  }

  void sort(const Tag& tag) {
    if (std::string* column = roster_column(tag.name)) {
      if (!tag.value.empty()) *column = tag.value;
    } else if (auto* optional = optional_column(tag.name); optional && !*optional) {
      *optional = tag.value;
    } else if (!follows(tag)) {
      others_.add(tag);
    }
  }

  const FinishedRecord& game_;
  RecordRow& row_;
  TagList others_;
};

bool is_tag(const Json& pair) {
  return pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_string();
}

/// Adds the tags of a JSON list; skips elements that are no tags.
void add_other_tags(const std::string& text, Record& record) {
  const auto list = Json::parse_if_valid(text);
  if (!list || !list->is_array()) return;
  for (const Json& pair : *list) {
    if (is_tag(pair)) {
      record.tags.push_back({pair[0].get<std::string>(), pair[1].get<std::string>()});
    }
  }
}

}  // namespace

RecordRow::RecordRow(const FinishedRecord& finished)
    : game(finished.game),
      variant(finished.variant),
      hash(game_hash(finished.game, finished.variant, finished.record)),
      turns(finished.turns),
      movetext(compact_movetext(finished.record.movetext)) {
  TagSorter(finished, *this);
  if (finished.ending) {
    outcome = outcome_name(finished.ending->outcome);
    reason = finished.ending->reason;
  }
  if (!finished.record.trailing_comments.empty()) {
    comments = compact_comments(finished.record.trailing_comments);
  }
  KeyMaker key;
  for (const auto* text : {&round, &date}) key.add(*text);
  identity = mix64(key.key().high ^ hash.value_or(0));
}

RecordRow row_of(CheckedRecord& checked, const CheckOptions& defaults) {
  complete_tags(checked, defaults);
  const GameCheck& check = checked.check;
  return RecordRow(
      {std::move(checked.record), check.game, check.variant, check.ending, check.turns});
}

bool are_tags(const std::string& text) {
  const auto list = Json::parse_if_valid(text);
  return list && list->is_array() && std::all_of(list->begin(), list->end(), is_tag);
}

std::optional<Outcome> stored_outcome(std::string_view result) {
  if (result == "1-0") return Outcome::white_wins;
  if (result == "0-1") return Outcome::black_wins;
  if (result == "1/2-1/2") return Outcome::draw;
  return std::nullopt;
}

std::string_view stored_result(const Column& column) {
  const std::string_view result = column.view();
  if (result != "*" && !stored_outcome(result)) column.fail("is not a result");
  return result;
}

Record RecordRow::record() const {
  Record record;
  record.result = result;
  record.tags = {{"Event", event}, {"Site", site},   {"Date", date},     {"Round", round},
                 {"White", white}, {"Black", black}, {"Result", result}, {"Game", game}};
  if (!is_standard(game, variant)) record.tags.push_back({"Variant", variant});
  if (position) record.tags.push_back({"Position", *position});
  if (roll) record.tags.push_back({"Roll", *roll});
  if (termination) record.tags.push_back({"Termination", *termination});
  if (other_tags) add_other_tags(*other_tags, record);
  return record;
}

}  // namespace schiri::db
