#include "cli/tournament/live/log.h"

#include <cerrno>
#include <cstring>

#include "cli/print/output_file.h"
#include "cli/tournament/results/failure_table.h"
#include "core/base/date.h"
#include "core/base/errors.h"
#include "notation/rating/match_block.h"
#include "notation/text/printable.h"

namespace schiri::cli {

TournamentLog::TournamentLog(const Contest& contest, const TournamentReport& report,
                             const std::string& path)
    : contest_(contest), report_(report), match_(match_of(contest.config())), path_(path) {
  if (path.empty()) return;
  require_no_database(path);
  file_.emplace(path, std::ios::app);
  if (!*file_) {
    throw UnusableError(printable(path, 4096) + " cannot be written: " + std::strerror(errno));
  }
}

void TournamentLog::begin(const db::TournamentProgress& progress) {
  write("begin",
        {{"event", contest_.config().name}, {"games", progress.total}, {"done", progress.done}});
}

void TournamentLog::begin_game(const ScheduledGame& scheduled) {
  if (file_) write("start", description(scheduled));
}

void TournamentLog::play_turn(const ScheduledGame& scheduled, const PlayedTurn& turn) {
  Json details = {{"event", contest_.config().name},
                  {"number", scheduled.number},
                  {"turn", turn.number},
                  {"side", outcome_name(win_for(turn.side))},
                  {"text", turn.text},
                  {"seconds", std::chrono::duration<double>(turn.time).count()}};
  if (turn.score) {
    details["score"] = score_text(*turn.score);
    details["depth"] = turn.depth;
  }
  write("turn", details);
}

void TournamentLog::game_loaded(const JudgedGame& judged, std::optional<Outcome> /*result*/) {
  if (match_) match_->add(judged);
}

void TournamentLog::game_stored(const JudgedGame& judged, const ContestGame& game,
                                std::chrono::duration<double> time) {
  if (match_) match_->add(judged);
  if (!file_) return;
  Json details = description(judged.scheduled);
  details["result"] = game.record.result;
  details["termination"] = game.record.tag("Termination");
  details["turns"] = game.turns;
  if (!game.remark.empty()) details["remark"] = game.remark;
  const std::string error = last_error_line(game.output_tail.standard_error);
  if (!error.empty()) details["stderr"] = error;
  details["seconds"] = time.count();
  write("end", details);
}

void TournamentLog::end(const db::TournamentProgress& progress, bool complete) {
  for (const Json& bot : report_.bots()) write("bot", bot);
  Json details = {{"event", contest_.config().name},
                  {"done", progress.done},
                  {"standstill", std::chrono::duration<double>(report_.standstill()).count()},
                  {"trusted", report_.doubt().empty()}};
  if (match_) details["match"] = rating::match_json(match_->summary());
  write(complete ? "finish" : "stop", details);
}

void TournamentLog::warn(const std::string& message) {
  if (!file_) return;
  write("warning", {{"event", contest_.config().name}, {"message", message}});
}

Json TournamentLog::description(const ScheduledGame& scheduled) const {
  const TournamentConfig& config = contest_.config();
  return {{"event", config.name},
          {"number", scheduled.number},
          {"round", round_tag(scheduled)},
          {"white", config.bots[scheduled.white].name},
          {"black", config.bots[scheduled.black].name}};
}

void TournamentLog::write(const char* type, const Json& details) {
  if (!file_) return;
  Json line = {{"v", 1}, {"time", utc_time()}, {"type", type}};
  line.update(details);
  const std::lock_guard lock(mutex_);
  write_line(*file_, line);
  if (!file_->flush()) throw UnusableError(printable(path_, 4096) + " cannot be written any more");
}

}  // namespace schiri::cli
