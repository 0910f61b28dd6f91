#include "notation/records/forms/foreign_record.h"

#include <algorithm>
#include <array>

#include "core/base/characters.h"
#include "core/base/date.h"
#include "core/match/termination.h"
#include "notation/records/check/finding_log.h"
#include "notation/records/forms/content.h"
#include "notation/records/forms/json_record.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/record_text.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

/// The time of day in `2026-03-07 10:20:30.5`, empty if there is none.
std::string_view hours_of(std::string_view time) {
  if (time.size() < 19) return {};
  const std::string_view hours = time.substr(11, 8);
  for (std::size_t i = 0; i < hours.size(); ++i) {
    if (i % 3 == 2 ? hours[i] != ':' : !is_digit(hours[i])) return {};
  }
  return hours;
}

/// Makes a record of one game. Throws std::exception if its JSON is not game data.
class GameDataReader {
 public:
  GameDataReader(const Json& data, const GameType& type)
      : data_(data), type_(type), notation_(*type.foreign_notation()) {}

  CheckedRecord read(const ReadOptions& options, std::size_t index, std::size_t line) {
    add_players();
    add_times();
    if (start()) play();
    const std::string result = error_ ? "*" : this->result();
    // A game without an end on the board can only have been lost by time.
    const bool is_lost_late = !late_.empty() && late_ == players_[result == "1-0" ? 1 : 0] &&
                              outcome_of(result) && outcome_of(result) != Outcome::draw;
    if (is_lost_late && !game_->ending()) add("Termination", text_of(Termination::time_forfeit));
    record_.add_tag("Result", result);
    record_.set_result(result);
    CheckedRecord record = record_.check(options, index, line);
    if (error_) {
      error_->line = line;
      record.check.errors = {*error_};
    }
    return record;
  }

 private:
  /// The text of a key, empty if it is absent or null.
  std::string text_at(std::string_view key) const {
    const Json* value = data_.find(key);
    return value && !value->is_null() ? value->text() : "";
  }

  void add(std::string_view tag, std::string_view value) {
    if (!value.empty()) record_.add_tag(tag, value);
  }

  void fail(Code code, std::size_t turn, Message message) {
    error_ = Finding{code, 0, 1, turn, std::move(message), {}, 0, 0};
  }

  void add_players() {
    const Json& players = data_.at("players");
    if (!players.is_array() || players.size() != 2) {
      throw JsonError(message("'players' is not a list of two names"));
    }
    players_ = {players[0].text(), players[1].text()};
    add("Event", text_at("event"));
    add("White", players_[0]);
    add("Black", players_[1]);
    add("Game", type_.name());
    late_ = text_at("forfeit");
    if (late_ == "none") late_.clear();
    if (!late_.empty() && late_ != players_[0] && late_ != players_[1]) {
      throw JsonError(
          message("'forfeit' is '{0}', which is neither a player nor none", printable(late_, 200)));
    }
    add("Forfeit", late_);
  }

  /// The times have no zone. The end of a game in progress is `None`.
  void add_times() {
    const std::string begin = text_at("start_timestamp"), end = text_at("end_timestamp");
    const std::string day = day_of_time(begin), last_day = day_of_time(end);
    // A checker reports a date that cannot be read.
    add("Date", day.empty() && begin != "None" ? begin : day);
    add("Time", hours_of(begin));
    if (last_day != day) add("EndDate", last_day);
    if (!last_day.empty()) add("EndTime", hours_of(end));
  }

  /// Sets the game up; false after an error.
  bool start() {
    game_ = type_.start({});
    const std::string state = text_at("initial_state");
    if (state.empty()) return true;
    try {
      const auto position = notation_.read_position(state, {});
      if (!position)
        throw StartError(StartError::Kind::bad_position, message("'initial_state' is no state"));
      if (*position == game_->position()) return true;
      game_ = type_.start({"", *position, ""});
      add("Position", *position);
      return true;
    } catch (const StartError& error) {
      fail(Code::bad_position, 0, error.message());
      return false;
    }
  }

  /// Plays the actions until the first error. The record checker explains illegal turns.
  void play() {
    const Json& actions = data_.at("actions");
    if (!actions.is_array()) throw JsonError(message("'actions' is not a list"));
    check_state();
    for (std::size_t i = 0; i < actions.size() && !error_; ++i) {
      const std::string& action = actions[i].text();
      // The last one may have been requested and not be submitted yet.
      if (action.empty() && i + 1 == actions.size()) break;
      const auto turn = notation_.read_turn(action);
      if (!turn) {
        return fail(
            Code::syntax, i + 1,
            message("'{0}' is not an action of {1}", printable(action, 200), notation_.name()));
      }
      record_.add_turn(*turn);
      if (game_->play(*turn)) return;
      check_state();
    }
    const Json* states = this->states();
    if (states && !error_ && states->size() != game_->turns().size() + 1) {
      fail(Code::bad_position, game_->turns().size(),
           message("the length of 'states' is {0}, expected {1}: one more than there are actions",
                   states->size(), game_->turns().size() + 1));
    }
  }

  /// Null if they are absent.
  const Json* states() const {
    const Json* states = data_.find("states");
    if (!states || states->is_null()) return nullptr;
    if (!states->is_array()) throw JsonError(message("'states' is not a list"));
    return states;
  }

  /// Compares the state after the turns played so far.
  void check_state() {
    const Json* states = this->states();
    const std::size_t turns = game_->turns().size();
    if (!states || turns >= states->size()) return;
    try {
      const auto position = notation_.read_position(states->at(turns).text(), {});
      if (position == game_->position()) return;
      fail(Code::bad_position, turns,
           turns == 0
               ? message("the first state is not the position that the game begins with")
               : message(
                     "the state after this action is not the position that the action leads to"));
    } catch (const StartError& error) {
      fail(Code::bad_position, turns, error.message());
    }
  }

  /// A player may have the name of the other one, or be called `draw`; then the rules decide.
  std::string result() const {
    const std::string& named = data_.at("result").text();
    const auto ending = game_->ending();
    const std::string_view by_rules = ending ? result_text(ending->outcome) : "*";
    std::vector<std::string_view> meant;
    if (named == players_[0]) meant.push_back(result_text(Outcome::white_wins));
    if (named == players_[1]) meant.push_back(result_text(Outcome::black_wins));
    if (named == "draw") meant.push_back(result_text(Outcome::draw));
    if (named == "ongoing") meant.push_back("*");
    if (std::find(meant.begin(), meant.end(), by_rules) != meant.end()) {
      return std::string(by_rules);
    }
    if (meant.size() == 1) return std::string(meant.front());
    const std::string shown = printable(named, 200);
    throw JsonError(
        meant.empty()
            ? message("'result' is '{0}', which is neither a player nor draw nor ongoing", shown)
            : message("'result' is '{0}', which names no single result of this game", shown));
  }

  const Json& data_;
  const GameType& type_;
  const ForeignNotation& notation_;
  std::array<std::string, 2> players_;
  std::string late_;  ///< the first player to exceed the time, or empty
  std::unique_ptr<Game> game_;
  RecordText record_;
  std::optional<Finding> error_;
};

/// Reads one line of turns into a record, up to the first error.
class LineChecker {
 public:
  /// `check` names game and variant.
  LineChecker(const std::string& line, const GameType& type, GameCheck& check, Record& record)
      : line_(line),
        notation_(*type.foreign_notation()),
        standard_(type.variant_table.standard()),
        game_(type.start({check.variant, "", ""})),
        check_(check),
        record_(record),
        findings_(TextPlace(line.data(), check.line), line.data() + line.size(), check) {}

  void run() {
    for (std::size_t at = 0; at < line_.size();) {
      const std::size_t begin = line_.find_first_not_of(" \t", at);
      if (begin == std::string::npos) break;
      at = std::min(line_.find_first_of(" \t", begin), line_.size());
      if (!play(std::string_view(line_).substr(begin, at - begin))) return;
    }
    check_.turns = game_->turns().size();
    check_.ending = game_->ending();
    check_.result = check_.ending ? result_text(check_.ending->outcome) : "*";
    record_.result = check_.result;
    record_.set_tag("Result", check_.result);
    record_.set_tag("Game", check_.game);
    if (check_.variant != standard_) record_.set_tag("Variant", check_.variant);
  }

 private:
  bool play(std::string_view word) {
    const std::size_t turn = game_->turns().size() + 1;
    const std::optional<std::string> text = notation_.read_turn(word);
    if (!text) {
      findings_.add(Code::syntax, word.data(), word.size(), turn,
                    message("'{0}' is not an action of {1}", printable(word), notation_.name()));
      return false;
    }
    if (const auto error = game_->play(*text)) {
      const bool over = error->kind == TurnError::Kind::over;
      findings_.add(over ? Code::after_end : Code::illegal, word.data(), word.size(), turn,
                    error->message);
      return false;
    }
    record_.movetext.push_back({Element::Kind::turn, game_->turns().back()});
    return true;
  }

  const std::string& line_;
  const ForeignNotation& notation_;
  std::string_view standard_;
  std::unique_ptr<Game> game_;
  GameCheck& check_;
  Record& record_;
  FindingLog findings_;
};

CheckedRecord check_game(const std::string& text, bool too_long, const GameType& type,
                         const ReadOptions& options, std::size_t line) {
  CheckedRecord record;
  record.check.line = line;
  record.check.game = type.name();
  record.check.variant = type.variant_table.standard();
  const auto refuse = [&](Code code, const Message& message) {
    FindingLog(TextPlace(text.data(), line), text.data() + text.size(), record.check)
        .add(code, message);
  };
  try {
    record.check.variant =
        type.variant_table.name(type.variant_table.require(options.check.variant));
  } catch (const StartError& error) {
    refuse(Code::unknown_variant, error.message());
    return record;
  }
  if (too_long) {
    refuse(Code::too_large, too_large_message(options.max_game_bytes));
  } else {
    LineChecker(text, type, record.check, record.record).run();
    if (options.keep_text) record.text = text;
  }
  return record;
}

void read_lines(ByteSource& source, const GameType& type, const ReadOptions& options,
                const RecordSink& sink) {
  LineSource lines(source);
  std::string line;
  bool too_long = false;
  for (std::size_t index = 0; lines.next(line, options.max_game_bytes, too_long);) {
    // In concatenated files, two games may be on one line.
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find(byte_order_mark, at), line.size());
      const std::string text = line.substr(at, end - at);
      at = end + byte_order_mark.size();
      if (text.find_first_not_of(std::string_view(" \t\x1a\0", 4)) == std::string::npos) continue;
      CheckedRecord record = check_game(text, too_long, type, options, lines.number());
      record.check.index = ++index;
      if (options.work) options.work(record);
      if (!sink(record)) return;
    }
  }
}

/// No action begins with a bracket.
bool is_like_json(std::string_view front) {
  const std::size_t begin = front.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return begin != front.npos && (front[begin] == '{' || front[begin] == '[');
}

}  // namespace

void read_game_data(ByteSource& source, const GameType& type, const ReadOptions& options,
                    const RecordSink& sink) {
  const auto make = [&](const Json& data, std::size_t index, std::size_t line) {
    return GameDataReader(data, type).read(options, index, line);
  };
  read_json_objects(source, message("game data of {0}", type.foreign_notation()->name()), {},
                    options, make, sink);
}

std::optional<std::string> write_foreign_record(const Record& record, const GameType& type) {
  if (record.tag("Game") != type.name() || !record.tag("Position").empty()) return std::nullopt;
  const std::string variant(record.tag("Variant"));
  if (type.start({variant, "", ""})->position() != type.start({})->position()) return std::nullopt;
  std::string line;
  for (const std::string_view turn : record.turns()) {
    if (!line.empty()) line += ' ';
    line += type.foreign_notation()->write_turn(turn);
  }
  return line;
}

std::vector<Message> foreign_losses(const Record& record, const GameType& type) {
  const auto says_nothing = [](const Tag& tag) {
    return tag.name == "Game" || tag.name == "Variant" || tag.name == "Result" ||
           tag.value == unknown_value(tag.name);
  };
  std::vector<Message> losses;
  if (record.turns().size() < record.movetext.size() || !record.trailing_comments.empty()) {
    losses.push_back(message("comments"));
  }
  if (!std::all_of(record.tags.begin(), record.tags.end(), says_nothing)) {
    losses.push_back(message("tags"));
  }
  const std::string_view variant = type.variant_table.known(record.tag("Variant"));
  if (!variant.empty() && variant != type.variant_table.standard()) {
    losses.push_back(message("settings"));
  }
  return losses;
}

void read_foreign_records(ByteSource& source, const GameType& type, const ReadOptions& options,
                          const RecordSink& sink) {
  const bool is_json = is_like_json(source.front(content_front));
  (is_json ? read_game_data : read_lines)(source, type, options, sink);
}

}  // namespace schiri
