#include "notation/records/conversion/played_record.h"

#include "core/match/clock.h"
#include "core/match/game.h"
#include "core/match/termination.h"
#include "notation/records/game_hash.h"

namespace schiri {

namespace {

/// Empty without a clock.
std::string tag_of(const std::string& time_control) {
  const auto control = parse_time_control(time_control);
  return control ? time_control_tag(*control) : "";
}

}  // namespace

StartSpec start_of(const CheckedRecord& checked, const CheckOptions& defaults) {
  const Record& record = checked.record;
  const std::string position(record.tag("Position"));
  std::string roll(record.tag("Roll"));
  const GameType* type = find_game(checked.check.game);
  // A position includes its dice, so the default roll is ignored for records with a position.
  if (roll.empty() && position.empty() && type && type->starts_with_roll()) roll = defaults.roll;
  return {checked.check.variant, position, roll};
}

void complete_tags(CheckedRecord& checked, const CheckOptions& defaults) {
  Record& record = checked.record;
  if (record.tag("Game").empty()) record.set_tag("Game", checked.check.game);
  if (record.tag("Variant").empty() && !defaults.variant.empty()) {
    record.set_tag("Variant", checked.check.variant);
  }
  const StartSpec start = start_of(checked, defaults);
  if (!start.roll.empty() && record.tag("Roll").empty()) record.set_tag("Roll", start.roll);
}

Record played_record(const GameType& type, const RosterTags& occasion, const StartSpec& start,
                     const Game& game, const PlayedGame& played) {
  Record record;
  record.result = played.termination ? result_text(played.outcome) : "*";
  record.tags = {{"Event", occasion.event}, {"Site", occasion.site},
                 {"Date", occasion.date},   {"Round", occasion.round},
                 {"White", occasion.white}, {"Black", occasion.black},
                 {"Result", record.result}, {"Game", std::string(type.name())}};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) record.tags.push_back({name, value});
  };
  if (start.variant != type.variant_table.standard()) add("Variant", start.variant);
  add("Position", start.position);
  add("Roll", start.roll);
  if (type.facts.has_words) add("Referee", type.referee());
  add("Termination", played.termination ? std::string(text_of(*played.termination)) : "");
  add("PlyCount", std::to_string(game.turns().size()));
  for (std::size_t i = 0; i < game.turns().size(); ++i) {
    record.movetext.push_back({Element::Kind::turn, game.turns()[i]});
    if (!played.comments[i].empty()) {
      record.movetext.push_back({Element::Kind::comment, played.comments[i]});
    }
  }
  if (!played.remark.empty()) record.trailing_comments.push_back(played.remark);
  return record;
}

void add_time_controls(Record& record, const std::string& white, const std::string& black) {
  const std::string of_white = tag_of(white), of_black = tag_of(black);
  if (of_white == of_black) {
    if (!of_white.empty()) record.tags.push_back({"TimeControl", of_white});
    return;
  }
  record.tags.push_back({"WhiteTimeControl", of_white.empty() ? "-" : of_white});
  record.tags.push_back({"BlackTimeControl", of_black.empty() ? "-" : of_black});
}

rating::FinishedGame finished_game(const CheckedRecord& checked) {
  const Record& record = checked.record;
  rating::FinishedGame game;
  game.game = checked.check.game;
  game.variant = checked.check.variant;
  game.event = record.tag("Event");
  game.round = record.tag("Round");
  game.date = record.tag("Date");
  game.white = record.tag("White");
  game.black = record.tag("Black");
  game.result = outcome_of(record.result);
  game.termination = record.tag("Termination");
  game.unplayed = rating::was_not_played(
      game.termination, checked.check.turns,
      record.tag("WhiteType") == "program" && record.tag("BlackType") == "program");
  game.position = record.tag("Position");
  game.turns = checked.check.turns;
  game.hash = checked.hash ? checked.hash : game_hash(game.game, game.variant, record);
  return game;
}

bool ended_by_failure(std::string_view termination) {
  const auto known = termination_of(termination);
  return known && kind_of(*known).is_failure;
}

}  // namespace schiri
