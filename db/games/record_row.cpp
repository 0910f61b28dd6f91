#include "db/games/record_row.h"

#include <algorithm>

#include "core/base/random.h"
#include "core/base/text.h"
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
  TagSorter(const Record& record, RecordRow& row) : row_(row) {
    for (const auto name : roster) *roster_column(name) = unknown_value(name);
    // A record is written without control characters, so that a name survives export and import.
    for (const Tag& tag : record.tags) sort({tag.name, without_controls(tag.value)});
    row.result = record.result;
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
    if (tag.name == "Game") return tag.value == row_.game;
    return tag.name == "Variant" && tag.value == row_.variant &&
           !is_standard(row_.game, row_.variant);
  }

  void sort(const Tag& tag) {
    if (std::string* column = roster_column(tag.name)) {
      if (!tag.value.empty()) *column = tag.value;
    } else if (auto* optional = optional_column(tag.name);
               optional && !*optional && tag.value != "?") {
      *optional = tag.value;
    } else if (!follows(tag)) {
      others_.add(tag);
    }
  }

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

std::optional<std::string> text_or_nothing(const Column& column) {
  if (column.isNull()) return std::nullopt;
  return column.getString();
}

}  // namespace

RecordRow::RecordRow(const Record& record, std::string its_game, std::string its_variant,
                     const std::optional<Ending>& ending, std::size_t number_of_turns)
    : game(std::move(its_game)),
      variant(std::move(its_variant)),
      hash(game_hash(game, variant, record)),
      turns(number_of_turns),
      movetext(compact_movetext(record.movetext)) {
  const TagSorter sorter(record, *this);
  if (ending) {
    outcome = outcome_name(ending->outcome);
    reason = ending->reason;
  }
  if (!record.trailing_comments.empty()) comments = compact_comments(record.trailing_comments);
  KeyMaker key;
  key.add(round);
  identity = mix64(key.key().high ^ hash.value_or(0));
}

namespace {

/// The start that a position string is, if the game's rules give it without one. A position of a
/// game that begins with a roll has the roll among its words.
std::optional<StartSpec> usual_start(const GameType& type, const StartSpec& start) {
  std::vector<std::string_view> rolls = {""};
  if (type.starts_with_roll()) rolls = split(start.position, ' ');
  for (const std::string_view roll : rolls) {
    const StartSpec usual{start.variant, "", std::string(roll)};
    try {
      if (type.start(usual)->position() == type.start(start)->position()) return usual;
    } catch (const StartError&) {
      // This word is no roll.
    }
  }
  return std::nullopt;
}

/// A start that is written out is that start.
void simplify_start(CheckedRecord& checked, const CheckOptions& defaults) {
  const StartSpec start = start_of(checked, defaults);
  const GameType* type = find_game(checked.check.game);
  if (start.position.empty() || !type) return;
  const auto usual = usual_start(*type, start);
  if (!usual) return;
  std::erase_if(checked.record.tags, [](const Tag& tag) { return tag.name == "Position"; });
  if (!usual->roll.empty()) checked.record.set_tag("Roll", usual->roll);
}

/// Numbers of rounds and boards are the same with and without leading zeros: `01.02` is `1.2`.
void simplify_round(Record& record) {
  const std::string_view round = record.tag("Round");
  if (round.find_first_not_of("0123456789.") != round.npos) return;
  const std::string simple = join(split(round, '.'), ".", [](std::string_view number) {
    return number.substr(std::min(number.find_first_not_of('0'), number.size() - !number.empty()));
  });
  if (simple != round) record.set_tag("Round", simple);
}

}  // namespace

RecordRow row_of(CheckedRecord& checked, const CheckOptions& defaults) {
  complete_tags(checked, defaults);
  simplify_start(checked, defaults);
  simplify_round(checked.record);
  const GameCheck& check = checked.check;
  return {checked.record, check.game, check.variant, check.ending, check.turns};
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

const char* const from_named_games =
    " FROM game JOIN event ON event.id = game.event_id"
    " JOIN player AS white ON white.id = game.white_id"
    " JOIN player AS black ON black.id = game.black_id";

const std::string select_records =
    std::string(
        "SELECT game.id, game.number, event.name, game.site, game.date, game.round,"
        " white.name, black.name, game.result, game.game, game.variant, game.position,"
        " game.roll, game.termination, game.tags, movetext.text, movetext.comments") +
    from_named_games + " JOIN movetext ON movetext.game_id = game.id";

StoredRecord stored_tags(Statement& row) {
  RecordRow tags;
  tags.event = row.text(2);
  tags.site = row.text(3);
  tags.date = row.text(4);
  tags.round = row.text(5);
  tags.white = row.text(6);
  tags.black = row.text(7);
  tags.result = stored_result(row.getColumn(8));
  tags.game = row.text(9);
  tags.variant = row.text(10);
  tags.position = text_or_nothing(row.getColumn(11));
  tags.roll = text_or_nothing(row.getColumn(12));
  tags.termination = text_or_nothing(row.getColumn(13));
  tags.other_tags = text_or_nothing(row.getColumn(14));
  StoredRecord stored{row.id(0), std::nullopt, tags.record()};
  if (!row.is_null(1)) stored.number = row.count(1);
  return stored;
}

StoredRecord stored_record(Statement& row) {
  StoredRecord stored = stored_tags(row);
  stored.record.movetext = read_compact_movetext(row.text(15));
  stored.record.trailing_comments = read_compact_comments(row.text(16));
  return stored;
}

}  // namespace schiri::db
