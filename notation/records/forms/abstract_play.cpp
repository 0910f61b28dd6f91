#include "notation/records/forms/abstract_play.h"

#include <algorithm>

#include "core/base/date.h"
#include "notation/game_types.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/forms/json_record.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/record_text.h"
#include "notation/records/pgn/tags.h"
#include "notation/text/json.h"

namespace schiri {

namespace {

// The schema requires dates even if none is known; no game was played on this day.
constexpr std::string_view unknown_day = "0001-01-01";
constexpr std::string_view midnight = "T00:00:00Z";

/// Is this a complete date in the form of records?
bool is_day(std::string_view text) {
  const auto date = read_date(text);
  return date && date->year && date->month && date->day && date->text() == text;
}

/// `2026.01.02` as `2026-01-02T00:00:00Z`.
std::string date_time(std::string_view date) {
  std::string day(is_day(date) ? date : unknown_day);
  std::replace(day.begin(), day.end(), '.', '-');
  return day + std::string(midnight);
}

/// `2026-01-02T10:20:30.000Z` as `2026.01.02`, empty if no day is known.
std::string day_of(std::string_view time) {
  return time.substr(0, 10) == unknown_day ? "" : day_of_time(time);
}

/// Has a tag a field of its own? `tags` of the header holds the others. `variant`: the written
/// variant, empty for the standard one.
bool has_place(const Record& record, std::string_view variant, const Tag& tag) {
  constexpr std::string_view names[] = {"Event",  "Round",       "Site",       "White",
                                        "Black",  "Result",      "Game",       "Position",
                                        "GameId", "WhiteUserId", "BlackUserId"};
  if (tag.name == "Variant") return tag.value == variant;
  if (tag.name == "Date") return tag.value == unknown_value("Date") || is_day(tag.value);
  if (tag.name == "EndDate") return is_day(tag.value);
  // Event and round go together.
  if (tag.name == "Event" || tag.name == "Round") {
    return record.tag("Event").empty() == record.tag("Round").empty() || tag.value == "?";
  }
  return std::find(std::begin(names), std::end(names), tag.name) != std::end(names);
}

std::string text_or(std::string_view text, std::string_view otherwise) {
  return std::string(text.empty() ? otherwise : text);
}

/// The variant to be written, empty for the standard one.
std::string named_variant(const GameCheck& check) {
  return check.variant == find_game(check.game)->variant_table.standard() ? "" : check.variant;
}

Json game_json(const GameCheck& check) {
  Json game = {{"name", find_game(check.game)->title()}};
  if (const std::string variant = named_variant(check); !variant.empty()) {
    game["variants"] = {variant};
  }
  return game;
}

Json player_json(const Record& record, Side side) {
  const std::string colour(side_name(side));
  // The form requires two different players even if name and result are the same.
  Json player = {{"name", text_or(record.tag(colour), "?")}, {"side", outcome_name(win_for(side))}};
  if (const auto id = record.tag(colour + "UserId"); !id.empty()) player["userid"] = id;
  if (const auto type = record.tag(colour + "Type"); !type.empty()) {
    player["is_ai"] = type == "program";
  }
  const bool scores =
      record.result == result_text(win_for(side)) || record.result == result_text(Outcome::draw);
  player["result"] = scores ? 1 : 0;
  return player;
}

Json header_json(const CheckedRecord& checked, const StartSpec& start) {
  const Record& record = checked.record;
  Json header = {{"game", game_json(checked.check)}};
  if (!record.tag("Event").empty() && !record.tag("Round").empty()) {
    header["event"] = record.tag("Event");
    header["round"] = record.tag("Round");
  }
  header["site"] = {{"name", text_or(record.tag("Site"), "?")}};
  if (const auto id = record.tag("GameId"); !id.empty()) header["site"]["gameid"] = id;
  const std::string begun = date_time(record.tag("Date"));
  const auto end = is_day(record.tag("EndDate")) ? record.tag("EndDate") : std::string_view();
  header["date-start"] = begun;
  header["date-end"] = end.empty() ? begun : date_time(end);
  header["date-generated"] = end.empty() ? begun : date_time(end);
  header["players"] = {player_json(record, Side::white), player_json(record, Side::black)};
  if (!start.position.empty() || !start.roll.empty()) {
    header["startingPosition"] = find_game(checked.check.game)->start(start)->position();
  }
  Json others = Json::object();
  const std::string variant = named_variant(checked.check);
  for (const Tag& tag : record.tags) {
    if (!has_place(record, variant, tag) && !others.find(tag.name)) others[tag.name] = tag.value;
  }
  if (!others.empty()) header["tags"] = others;
  return header;
}

/// One array for each round, White's turn first; null if White did not have one.
Json moves_json(const CheckedRecord& checked, const StartSpec& start) {
  Json rounds = Json::array();
  Side side = find_game(checked.check.game)->start(start)->side_to_move();
  if (side == Side::black) rounds.push_back({nullptr});
  for (const std::string_view turn : checked.record.turns()) {
    if (side == Side::white) rounds.push_back(Json::array());
    rounds.back().push_back(turn);
    side = opponent(side);
  }
  return rounds;
}

/// Converts `challenge-seed` to `ChallengeSeed`, a valid name of a tag.
std::string tag_name(std::string_view key) {
  std::string name;
  bool begins = true;
  for (const char c : key) {
    const bool usable = is_letter(c) || is_digit(c);
    if (name.empty() && !is_letter(c)) continue;
    if (usable) name += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    begins = !usable;
  }
  return name;
}

std::string value_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// What Abstract Play writes instead of the last turn.
std::optional<Termination> end_of(std::string_view turn) {
  if (turn == "resign") return Termination::resignation;
  if (turn == "timeout") return Termination::time_forfeit;
  if (turn == "draw") return Termination::agreement;
  return turn == "abandoned" ? std::optional(Termination::abandoned) : std::nullopt;
}

/// Makes a record from its JSON. Throws std::exception if it is not a record.
class RecordMaker {
 public:
  explicit RecordMaker(const Json& json) : header_(json.at("header")), json_(json) {}

  RecordText record() {
    if (header_.at("players").size() != 2) {
      throw JsonError(
          message("games here have two players, this one has {0}", header_.at("players").size()));
    }
    add_game();
    add_header();
    add_player("White", header_["players"][0]);
    add_player("Black", header_["players"][1]);
    add_moves();
    const std::string result = end_ == Termination::abandoned ? "*" : this->result();
    record_.add_tag("Result", result);
    if (end_ && !other_tags().contains("Termination")) {
      record_.add_tag("Termination", text_of(*end_));
    }
    record_.set_result(result);
    return std::move(record_);
  }

 private:
  void add(const std::string& name, const std::string& value) {
    if (!name.empty() && !value.empty()) record_.add_tag(name, value);
  }

  Json other_tags() const {
    const Json* tags = header_.find("tags");
    return tags ? *tags : Json::object();
  }

  void add_game() {
    const std::string name = header_.at("game").at("name").get<std::string>();
    const auto types = game_types();
    const auto is_named = [&](const GameType* type) {
      return type->title() == name || type->name() == name;
    };
    const auto found = std::find_if(types.begin(), types.end(), is_named);
    add("Game", found == types.end() ? name : std::string((*found)->name()));
    std::string variant;
    if (const Json* variants = header_["game"].find("variants")) {
      for (const Json& one : *variants) variant += (variant.empty() ? "" : "+") + one.text();
    }
    add("Variant", variant);
  }

  void add_header() {
    const Json tags = other_tags();
    for (const auto& [name, value] : tags.members()) {
      const std::string usable = is_tag_name(name) ? name : tag_name(name);
      if (!usable.empty()) record_.add_tag(usable, value_text(value));
    }
    for (const auto& [key, value] : header_.members()) {
      if (key == "site") {
        add("Site", value.at("name").get<std::string>());
        if (value.contains("gameid")) add("GameId", value_text(value["gameid"]));
      } else if (key == "date-start") {
        if (!tags.contains("Date")) add("Date", day_of(value.get<std::string>()));
      } else if (key == "date-end") {
        const std::string day = day_of(value.get<std::string>());
        if (day != day_of(header_.at("date-start").get<std::string>())) add("EndDate", day);
      } else if (key == "startingPosition") {
        // A roll is equivalent.
        if (!tags.contains("Roll")) add("Position", value.get<std::string>());
      } else if (key != "game" && key != "date-generated" && key != "players" && key != "tags") {
        add(tag_name(key), value_text(value));
      }
    }
  }

  void add_player(const std::string& colour, const Json& player) {
    for (const auto& [key, value] : player.members()) {
      if (key == "name") {
        add(colour, value.get<std::string>());
      } else if (key == "userid") {
        add(colour + "UserId", value_text(value));
      } else if (key == "is_ai") {
        if (!other_tags().contains(colour + "Type")) {
          add(colour + "Type", value.get<bool>() ? "program" : "human");
        }
      } else if (key != "result" && key != "side") {
        add(colour + tag_name(key), value_text(value));
      }
    }
  }

  std::string result() const {
    const Json& players = header_["players"];
    const auto white = players[0].at("result").get<long>();
    const auto black = players[1].at("result").get<long>();
    return std::string(result_text(white > black   ? Outcome::white_wins
                                   : white < black ? Outcome::black_wins
                                                   : Outcome::draw));
  }

  void add_moves() {
    for (Json round : json_.at("moves")) {
      const auto sequence = [](const Json& move) {
        const Json* place = move.find("sequence");
        return place ? place->get<int>() : 0;
      };
      std::stable_sort(round.begin(), round.end(),
                       [&](const Json& a, const Json& b) { return sequence(a) < sequence(b); });
      for (const Json& move : round) add_move(move);
    }
  }

  void add_move(const Json& move) {
    if (move.is_null()) return;
    const std::string turn = (move.is_object() ? move.at("move") : move).get<std::string>();
    if (const auto end = end_of(turn)) {
      end_ = end;
    } else {
      record_.add_turn(turn);
    }
    if (move.is_object() && move.contains("result")) {
      std::string comment = value_text(move["result"]);
      std::replace(comment.begin(), comment.end(), '}', ')');
      record_.add_comment(comment);
    }
  }

  Json header_;
  const Json& json_;
  RecordText record_;
  std::optional<Termination> end_;  ///< that stands among the turns
};

}  // namespace

Message abstract_play_obstacle(const Record& record) {
  return record.result == "*" ? message("abstractplay holds only games with a result") : Message();
}

std::vector<Message> abstract_play_losses(const Record& record) {
  std::vector<Message> losses;
  if (record.turns().size() < record.movetext.size() || !record.trailing_comments.empty()) {
    losses.push_back(message("comments"));
  }
  const std::string_view date = record.tag("Date");
  if (date.empty() || date == unknown_value("Date")) losses.push_back(message("an unknown date"));
  return losses;
}

std::optional<std::string> write_abstract_play(const CheckedRecord& checked,
                                               const CheckOptions& defaults) {
  if (!abstract_play_obstacle(checked.record).empty()) return std::nullopt;
  const StartSpec start = start_of(checked, defaults);
  const Json json = {{"header", header_json(checked, start)},
                     {"moves", moves_json(checked, start)}};
  return json.dump();
}

void read_abstract_play(ByteSource& source, const ReadOptions& options, const RecordSink& sink) {
  const auto make = [&](const Json& json, std::size_t index, std::size_t line) {
    return RecordMaker(json).record().check(options, index, line);
  };
  constexpr std::string_view first_keys[] = {"header"};
  read_json_objects(source, message("a record of Abstract Play"), first_keys, options, make, sink);
}

}  // namespace schiri
