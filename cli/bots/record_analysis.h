#pragma once

#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cli/bots/accuracy_rows.h"
#include "cli/bots/analyse_options.h"
#include "cli/line/interrupt.h"
#include "cli/records/record_output.h"
#include "notation/analysis/analysis.h"

/// Commands that apply bots to records (`analyse`, `book`) or check and serve bots (`bot`,
/// `ugi`). `play/` uses bot_argument.h; uses games/, input/, line/, print/, records/ and, for the
/// specification of bots, tournament/.
namespace schiri::cli {

std::vector<Column> analysed_turn_columns();
std::vector<Column> analysed_failure_columns();

/// A pool of players, which are expensive: a player that has finished a game is used for the next.
class PlayerPool {
 public:
  PlayerPool(BotSpec spec, std::chrono::milliseconds watchdog)
      : spec_(std::move(spec)), watchdog_(watchdog) {}

  const BotSpec& spec() const { return spec_; }
  std::unique_ptr<Player> take(const GameType& type, const std::string& variant);
  void give_back(const GameType& type, const std::string& variant, std::unique_ptr<Player> player);

 private:
  BotSpec spec_;
  std::chrono::milliseconds watchdog_;
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, std::vector<std::unique_ptr<Player>>> free_;
};

/// Analyses every turn of records by a bot, several games at a time; the output keeps their order.
class RecordAnalysis {
 public:
  /// Options and output must outlive it. Throws InputError and UnusableError.
  RecordAnalysis(AnalyseOptions& options, RecordOutput& out);

  ExitStatus run();

 private:
  /// A record and its analysis.
  struct AnalysedGame {
    CheckedRecord checked;
    std::string file;
    bool is_wanted = true;
    std::optional<std::vector<AnalysedTurn>> turns = {};  ///< nothing if the analysis was stopped
  };

  bool goes_on() { return !interrupt_.interrupted() && bool(out_.stream()); }
  void start(const std::string& file, CheckedRecord&& record);
  void analyse(AnalysedGame& game);
  void finish_first();
  void write(AnalysedGame& game);
  void write_turns(const AnalysedGame& game, Side side);
  void tell_failure(const AnalysedGame& game, const GameType& type, const StartSpec& start);
  void count(const std::vector<AnalysedTurn>& turns);
  void tell_counts() const;

  AnalyseOptions& options_;
  RecordOutput& out_;
  PlayerPool players_;
  MarkLimits marks_;
  AccuracyRows accuracy_;
  InterruptStop interrupt_;
  std::deque<std::future<std::shared_ptr<AnalysedGame>>>
      running_;  // destroyed before the members above
  ExitStatus status_ = ExitStatus::done;
  std::uint64_t games_ = 0, turns_ = 0;
  std::array<std::uint64_t, 4> counts_{};
};

}  // namespace schiri::cli
