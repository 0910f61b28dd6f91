#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/match/bot_spec.h"
#include "core/match/player.h"
#include "core/match/terms.h"
#include "core/ugi/conversation.h"

namespace schiri {

/// The game that programs are to play, as they are told of it.
struct UgiGame {
  std::string name;     ///< value of the option `Game`
  std::string variant;  ///< of `Variant`; never empty
  bool standard_variant = true;
  std::string usual_start;  ///< the position that `startpos` means; empty where chance decides
};

/// How a program is told where a game stands. One that knows nothing of variants takes `startpos`
/// for the standard one's.
ugi::PositionCommand position_command_of(const Game& game, const UgiGame& told,
                                         bool knows_variants);

/// Tells a program that has introduced itself which game it plays, and the options of its
/// description.
void set_options(UgiConversation& conversation, const UgiGame& game, const BotSpec& spec,
                 const std::stop_token& stop);

/// How a bot's program is run, perhaps on one processor alone. One of another machine is the last
/// argument of the command that leads there, as `ssh NAME` takes it; `dir` is meant there, too.
Process::Options process_options(const BotSpec& spec, std::optional<int> processor = {});

/// A seed as the value of an option, within what it has announced.
std::string seed_text(std::uint64_t seed, const ugi::UgiOption& option);

/// Until when an answer counts that a program was asked for at `asked`: what its limits leave it,
/// the margin, and the way to another machine and back.
Process::TimePoint latest_answer(Process::TimePoint asked, std::chrono::milliseconds limit,
                                 std::chrono::milliseconds margin, std::chrono::nanoseconds way);

/// A program that speaks UGI, as a player. It is started when it is first needed and after each
/// failure, and stays between games.
class UgiPlayer final : public Player {
 public:
  /// The program may be kept to one processor.
  UgiPlayer(const BotSpec& spec, UgiGame game, std::chrono::milliseconds watchdog,
            std::optional<int> processor = {});
  ~UgiPlayer() override;

  /// Starts the program if it does not run, and lets it introduce itself. Throws PlayerFailure.
  void start(const std::stop_token& stop = {});
  /// What it is told from its next game on, instead of the options of its description.
  void change_options(std::map<std::string, std::string> options);
  /// The program; null before start() and if it could not be started.
  UgiConversation* conversation() { return conversation_.get(); }

  void new_game(std::uint64_t seed) override;
  void make_ready(const std::stop_token& stop) override;
  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override;
  /// As far as its description asks for it and the program knows how.
  void ponder(const Game& game, const Limits& limits, const std::stop_token& stop) override;
  void rest() override;
  OutputTail dismiss() override;
  void retire() override;

 private:
  /// What the program thinks about on its opponent's time.
  struct Pondering {
    std::vector<std::string> turns;  ///< of the game as it expects it
    bool is_stopped = false;         ///< it has been told to end that, and has not answered yet
  };

  bool has_expected(const Game& game) const;
  void end_pondering(const std::stop_token& stop);
  void throw_failure();
  Thought hear_answer(const Limits& limits, Side side, const std::stop_token& stop);
  void set_seed(const std::stop_token& stop);
  void tell_changes(const std::stop_token& stop);
  void measure_way(const std::stop_token& stop);
  void tell(Thought thought);
  const std::string& position_line(const Game& game);
  const std::string& limits_line(const Limits& limits);
  UgiConversation::Timeout timeout_for(const Limits& limits, Side side) const;

  BotSpec spec_;
  std::map<std::string, std::string> told_;  ///< the options that the program knows
  UgiGame game_;
  Terms terms_;
  std::string overtime_;
  std::chrono::milliseconds watchdog_;
  std::unique_ptr<UgiConversation> conversation_;
  std::uint64_t seed_ = 0;
  std::optional<int> processor_;
  std::chrono::nanoseconds way_{};  // to another machine and back, at the least
  std::string expected_;            // what it expects of its opponent
  std::optional<Pondering> pondering_;
  std::optional<PlayerFailure> failure_;  // when nobody waited for it

  // What was sent last, so that most of it need not be written anew.
  std::string position_line_;
  std::size_t turns_told_ = 0;
  std::string limits_line_;
  Limits limits_told_;
};

}  // namespace schiri
