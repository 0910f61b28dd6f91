#include "cli/tournament/live/logger.h"

namespace schiri::cli {

TournamentLogger::TournamentLogger(const Contest& contest, const TournamentReport& report,
                                   const std::string& path)
    : contest_(contest), report_(report), log_(path) {}

void TournamentLogger::begin(const db::TournamentProgress& progress) {
  log_.write(
      "begin",
      {{"event", contest_.config().name}, {"games", progress.total}, {"done", progress.done}});
}

void TournamentLogger::begin_game(const ScheduledGame& scheduled) {
  if (log_.is_open()) log_.write("start", description(scheduled));
}

void TournamentLogger::play_turn(const ScheduledGame& scheduled, const PlayedTurn& turn) {
  Json details = {{"event", contest_.config().name},
                  {"number", scheduled.number},
                  {"turn", turn.number},
                  {"side", turn.side == Side::white ? "white" : "black"},
                  {"text", turn.text},
                  {"seconds", std::chrono::duration<double>(turn.time).count()}};
  if (turn.score) {
    details["score"] = score_text(*turn.score);
    details["depth"] = turn.depth;
  }
  log_.write("turn", details);
}

void TournamentLogger::game_stored(const ScheduledGame& scheduled, const ContestGame& game,
                                   std::chrono::duration<double> time) {
  if (!log_.is_open()) return;
  Json details = description(scheduled);
  details["result"] = game.record.result;
  details["termination"] = game.record.tag("Termination");
  details["turns"] = game.turns;
  if (!game.remark.empty()) details["remark"] = game.remark;
  details["seconds"] = time.count();
  log_.write("end", details);
}

void TournamentLogger::end(const db::TournamentProgress& progress, bool complete) {
  report_.log(log_);
  log_.write(complete ? "finish" : "stop",
             {{"event", contest_.config().name},
              {"done", progress.done},
              {"standstill", std::chrono::duration<double>(report_.standstill()).count()},
              {"trusted", report_.doubt().empty()}});
}

void TournamentLogger::warn(const std::string& message) {
  if (!log_.is_open()) return;
  log_.write("warning", {{"event", contest_.config().name}, {"message", message}});
}

Json TournamentLogger::description(const ScheduledGame& scheduled) const {
  const TournamentConfig& config = contest_.config();
  return {{"event", config.name},
          {"number", scheduled.number},
          {"round", round_tag(scheduled)},
          {"white", config.bots[scheduled.white].name},
          {"black", config.bots[scheduled.black].name}};
}

}  // namespace schiri::cli
