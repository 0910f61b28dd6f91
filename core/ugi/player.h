#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/match/bot_spec.h"
#include "core/match/player.h"
#include "core/match/terms.h"
#include "core/ugi/conversation.h"

namespace schiri {

/// The game that programs are to play, by UGI options.
struct UgiGame {
  std::string name;     ///< value of the option `Game`
  std::string variant;  ///< with settings; never empty
  bool standard_variant = true;
  std::string plain_variant;           ///< without settings
  std::vector<ugi::Setting> settings;  ///< all of the game
  std::string usual_start;  ///< the position that `startpos` means; empty if chance decides
  bool has_words = false;   ///< turns are any text, here as words (turn_word.h)
};

/// The command `position` for a game. For a program without variants `startpos` is the start of the
/// standard variant.
ugi::PositionCommand position_command_of(const Game& game, const UgiGame& usual,
                                         bool knows_variants);

/// The value of the option `Variant` for a program that announces it with these choices: with
/// settings if it knows them together, otherwise without, because it may have options for them.
const std::string& variant_value(const UgiGame& game, const ugi::UgiOption& option);

/// The line that sets an option of a program: a button has no value.
std::string setting_line(const UgiConversation& conversation, std::string_view name,
                         std::string_view value);

/// Sends the options of the game and those of the description, in their order, to a program after
/// its `ugiok`.
void set_options(UgiConversation& conversation, const UgiGame& game, const BotSpec& spec,
                 const std::stop_token& stop);

/// The process options for a bot's program, optionally bound to one processor. On another machine
/// the program is the last argument of the command `host`, as `ssh NAME` takes it, and `dir` is a
/// folder there.
Process::Options process_options(const BotSpec& spec, std::optional<int> processor = {});

/// A seed as the value of an option, within its announced range.
std::string seed_text(std::uint64_t seed, const ugi::UgiOption& option);

/// The latest time of an answer to a request at `asked`: its limit, the margin, and the transport
/// to another machine and back.
Process::TimePoint latest_answer(Process::TimePoint asked, std::chrono::milliseconds limit,
                                 std::chrono::milliseconds margin,
                                 std::chrono::nanoseconds transport);

/// A program that speaks UGI, as a player. It is started when it is first needed and after each
/// failure, and stays between games unless its description asks for a restart.
class UgiPlayer final : public Player {
 public:
  /// The program may be bound to one processor.
  UgiPlayer(const BotSpec& spec, UgiGame game, std::chrono::milliseconds watchdog,
            std::optional<int> processor = {});
  ~UgiPlayer() override;

  /// Starts the program if it does not run, and sends `ugi`. Throws PlayerFailure.
  void start(const std::stop_token& stop = {});
  /// Sets the options to send from the next game on, instead of those of the description.
  void change_options(BotOptions options);
  /// The program; null before start() and if it could not be started.
  UgiConversation* conversation() { return conversation_.get(); }

  void new_game(std::uint64_t seed) override;
  void set_terms(const Terms& terms) override;
  void make_ready(const std::stop_token& stop) override;
  Thought think(const Game& game, const Limits& limits, const std::stop_token& stop) override;
  /// Ponders if the description asks for it and the program supports it.
  void ponder(const Game& game, const Limits& limits, const std::stop_token& stop) override;
  void rest() override;
  OutputTail dismiss() override;
  void retire() override;

 private:
  /// What the program answered before in this game, to explain an illegal answer.
  struct Answers {
    bool had_second = false;  ///< there was more than one for a request
    bool has_second = false;  ///< so had the last one, which is not reported yet
    std::string last;         ///< the turn
  };

  /// The pondering of the program on its opponent's time.
  struct Pondering {
    std::vector<std::string> turns;  ///< of the expected game
    bool is_stopped = false;         ///< `stop` was sent, and not answered yet
  };

  bool has_expected(const Game& game) const;
  void end_pondering(const std::stop_token& stop);
  void throw_failure();
  Thought read_answer(const Limits& limits, Side side, const std::stop_token& stop);
  void end_after_game();
  void set_seed(const std::stop_token& stop);
  void send_changes(const std::stop_token& stop);
  void measure_transport(const std::stop_token& stop);
  void ignore_second_answer();
  std::string take_answer(const std::string& turn);
  void report(Thought thought);
  const std::string& position_line(const Game& game);
  const std::string& limits_line(const Limits& limits);
  UgiConversation::Timeout timeout_for(const Limits& limits, Side side) const;

  BotSpec spec_;
  BotOptions sent_options_;  ///< the options that the program knows
  UgiGame game_;
  Terms terms_;
  Message overtime_;
  std::chrono::milliseconds watchdog_;
  std::unique_ptr<UgiConversation> conversation_;
  bool has_played_ = false;  // this program
  std::uint64_t seed_ = 0;
  std::optional<int> processor_;
  std::chrono::nanoseconds transport_{};  // minimum transport time to another machine and back
  std::string expected_;                  // the opponent's turn that the program expects
  std::optional<Pondering> pondering_;
  std::optional<PlayerFailure> failure_;  // to be thrown by the next call
  Answers answers_;

  // The last lines sent, of which most is reused.
  std::string position_line_;
  std::size_t turns_sent_ = 0;
  std::string limits_line_;
  Limits limits_sent_;
};

}  // namespace schiri
