#pragma once

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/input/inputs.h"
#include "cli/line/index_ranges.h"
#include "cli/line/interrupt.h"
#include "cli/line/table_options.h"
#include "cli/records/record_output.h"
#include "core/match/bot_spec.h"
#include "core/match/player.h"
#include "notation/analysis/accuracy.h"
#include "notation/analysis/analysis.h"
#include "notation/analysis/annotation.h"
#include "notation/game_types.h"
#include "notation/text/table.h"

/// Commands that apply bots to records (`analyse`, `book`) or check and serve bots (`bot`,
/// `ugi`). `play/` uses bot_argument.h; uses games/, input/, line/, print/, records/ and, for the
/// specification of bots, tournament/.
namespace schiri::cli {

/// The options of `schiri analyse`.
struct AnalyseOptions {
  InputOptions input;
  std::optional<std::string> bot;
  std::string presets;
  std::string position;
  std::vector<std::string> turns;
  IndexRanges index;
  std::optional<std::int64_t> turn;
  int lines = 1;
  std::vector<double> marks = {10, 20, 30};
  std::uint64_t seed = 1;
  double watchdog = 30;
  Format format = Format::text;
  std::string output = "-";
  std::string rejects;
  bool no_times = false;
  bool own_side = false;
  bool accuracy = false;

  /// Is the output a line for each turn, without records?
  bool writes_turns() const { return format == Format::json && !accuracy; }
  PointOfView view() const { return own_side ? PointOfView::own : PointOfView::white; }
  std::chrono::milliseconds watchdog_time() const {
    return std::chrono::milliseconds(std::llround(watchdog * 1000));
  }
};

/// The bot for the games that schiri knows, or for those whose rules a program knows, set to the
/// number of best turns. Throws InputError.
BotSpec analysing_bot(const AnalyseOptions& options, bool of_own_games, int lines);

/// A score in units of the bot, or a number of turns to a win (positive) or loss.
struct ShownScore {
  std::optional<Score> score;  ///< seen from `view`
  PointOfView view;
};
const Columns<ShownScore>& score_columns();

/// Throws UnusableError: in an analysis a program that fails is unusable.
[[noreturn]] void refuse(const BotSpec& spec, const PlayerFailure& failure);

std::vector<Column> accuracy_columns();

/// Sums up accuracies by game, variant and player, and prints them as a table.
class AccuracyRows {
 public:
  /// `movers`: the side of each turn.
  void add(const GameType& type, const std::string& variant, const Record& record,
           std::span<const Side> movers);

  /// Prints `text`, `json` or `csv`: for each player a row of all turns, then a row for each part
  /// with turns.
  void print(std::ostream& out, Format format) const;

 private:
  std::map<std::pair<std::string, std::string>, AccuracyTable> tables_;
};

std::vector<Column> analysed_turn_columns();
std::vector<Column> analysed_failure_columns();

/// A pool of players, which are expensive: a player that has finished a game is used for the next.
class PlayerPool {
 public:
  explicit PlayerPool(std::chrono::milliseconds watchdog) : watchdog_(watchdog) {}

  /// `spec`: the same for all games of a type.
  std::unique_ptr<Player> take(const GameType& type, const std::string& variant,
                               const BotSpec& spec);
  void give_back(const GameType& type, const std::string& variant, std::unique_ptr<Player> player);

 private:
  std::chrono::milliseconds watchdog_;
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, std::vector<std::unique_ptr<Player>>> free_;
};

/// Lets this many threads work at the same time.
class WorkPlaces {
 public:
  explicit WorkPlaces(std::size_t places) : free_(places) {}

  /// A place is taken while it lives.
  class Taken {
   public:
    explicit Taken(WorkPlaces& places) : places_(places) {
      std::unique_lock lock(places_.mutex_);
      places_.freed_.wait(lock, [this] { return places_.free_ > 0; });
      --places_.free_;
    }
    ~Taken() {
      const std::lock_guard lock(places_.mutex_);
      ++places_.free_;
      places_.freed_.notify_one();
    }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

   private:
    WorkPlaces& places_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t free_;
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

  ExitStatus run_whole();
  bool goes_on() { return !interrupt_.interrupted() && bool(out_.stream()); }
  void start(const std::string& file, CheckedRecord&& record);
  void analyse(AnalysedGame& game);
  void finish_first();
  void write(AnalysedGame& game);
  void write_turns(const AnalysedGame& game);
  void tell_failure(const AnalysedGame& game, const GameType& type, const StartSpec& start);
  void count(const std::vector<AnalysedTurn>& turns);
  void tell_counts() const;

  /// The bot for a valid game.
  const BotSpec& bot_of(const AnalysedGame& game) const;

  AnalyseOptions& options_;
  RecordOutput& out_;
  BotSpec bot_, own_game_bot_;
  PlayerPool players_;
  WorkPlaces places_;
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
