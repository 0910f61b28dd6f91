#include "cli/tournament/live/log.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/print/output_file.h"
#include "cli/tournament/results/failure_table.h"
#include "core/base/date.h"
#include "core/base/errors.h"
#include "core/match/turn_comment.h"
#include "notation/rating/match_block.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

/// Whether a crash has cut off the last line of a file.
bool ends_within_line(const std::string& path) {
  // Opening a pipe would wait for its writer.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file || file.tellg() <= 0) return false;
  file.seekg(-1, std::ios::end);
  return file.get() != '\n';
}

}  // namespace

TournamentLog::TournamentLog(const Contest& contest, const db::StoredTournament& event,
                             const TournamentReport& report, const std::string& path,
                             const ProgressInterval& every)
    : contest_(contest),
      event_(event),
      report_(report),
      match_(match_of(contest.config())),
      forecaster_(contest.config()),
      timer_(every),
      path_(path) {
  if (path.empty()) return;
  require_no_database(path);
  const bool is_cut_off = ends_within_line(path);
  file_.emplace(path, std::ios::app);
  if (!*file_) {
    throw UnusableError(
        message("{0} cannot be written: {1}", printable(path, 4096), system_message(errno)));
  }
  if (is_cut_off) *file_ << '\n';
}

void TournamentLog::begin(const db::TournamentProgress& progress) {
  pace_.begin(progress.done);
  timer_.begin(progress.done);
  write("begin",
        {{"event", contest_.config().name}, {"games", progress.total}, {"done", progress.done}});
}

void TournamentLog::begin_game(const ScheduledGame& scheduled) {
  if (!file_) return;
  Json details = description(scheduled);
  const TournamentConfig& config = contest_.config();
  details["game"] = config.game;
  details["variant"] = config.variant;
  if (config.referee) details["referee"] = config.referee->name;
  const Opening opening = contest_.opening(scheduled.opening);
  if (!opening.start.position.empty()) details["position"] = opening.start.position;
  if (!opening.start.roll.empty()) details["roll"] = opening.start.roll;
  details["line"] = opening.turns;
  write("start", details);
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

void TournamentLog::tick(const db::TournamentProgress& progress) {
  if (!file_ || !timer_.is_due(progress.done)) return;
  Json details = {{"event", contest_.config().name},
                  {"games", progress.total},
                  {"done", progress.done},
                  {"seconds", pace_.seconds()}};
  if (match_) details["match"] = rating::match_json(match_->summary());
  if (const auto forecast = forecaster_.forecast(progress, pace_)) {
    const rating::SprtState& state = progress.test->state;
    Json test = {{"llr", state.llr}, {"lower", state.lower}, {"upper", state.upper}};
    test.update(forecast_json(*forecast));
    details["sprt"] = test;
  }
  write("progress", details);
}

void TournamentLog::end(const db::TournamentProgress& progress, bool complete) {
  for (const Json& bot : report_.bots()) write("bot", bot);
  Json details = {{"event", contest_.config().name},
                  {"done", progress.done},
                  {"standstill", std::chrono::duration<double>(report_.descheduled()).count()},
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
          {"id", event_.game_id(scheduled.number)},
          {"number", scheduled.number},
          {"round", record_round(round_tag(scheduled))},
          {"board", record_board(round_tag(scheduled))},
          {"white", config.bots[scheduled.white].name},
          {"black", config.bots[scheduled.black].name}};
}

void TournamentLog::write(const char* type, const Json& details) {
  if (!file_) return;
  Json line = {{"v", 1}, {"time", utc_time()}, {"type", type}};
  line.update(details);
  const std::lock_guard lock(mutex_);
  write_line(*file_, line);
  if (!file_->flush())
    throw UnusableError(message("{0} cannot be written any more", printable(path_, 4096)));
}

}  // namespace schiri::cli
