#include "notation/records/conversion/played_record.h"

#include "core/match/clock.h"

namespace schiri {

namespace {

/// Empty without a clock.
std::string tag_of(const std::string& time_control) {
  const auto control = parse_time_control(time_control);
  return control ? time_control_tag(*control) : "";
}

}  // namespace

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

}  // namespace schiri
