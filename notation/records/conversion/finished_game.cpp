#include "notation/records/conversion/finished_game.h"

#include "core/match/game.h"
#include "core/match/termination.h"
#include "notation/records/game_hash.h"

namespace schiri {

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
