#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/bot_spec.h"
#include "core/match/game_type.h"
#include "core/match/player.h"
#include "core/ugi/player.h"

/// Games whose rules a UGI program knows: the program and its answers (here), the game and its
/// entry in the table of games (own_game.h), bots that play any game (game_bots.h), the check of a
/// game's program (game_check.h) and of a game of schiri's own (conformance.h), and the words of
/// its turns (word_game.h). A program is started only because a person has named it, never because
/// a record or a database does.
namespace schiri {

/// The last lines of a program's conversation and of its standard error, each indented; empty
/// without any.
std::string last_lines(const OutputTail& tail);

/// What a program may know beside `query gameover`, `p1turn` and `result`.
enum class Ability {
  turns,     ///< `query turns`: the legal turns
  position,  ///< `query position`: the text that `position fen` takes
  board,     ///< `query board`: a drawing, its lines separated by `\n`
  playout,   ///< `query playout SEED`: the result of a random game from here
};
inline constexpr std::size_t ability_count = 4;

/// What a program says of itself, found in a process of its own.
struct ProgramFacts {
  std::string name;  ///< as announced, otherwise its description's
  std::vector<ugi::UgiOption> options;
  std::array<bool, ability_count> abilities{};  ///< but for Ability::playout
  std::string refusal;  ///< its answer to the first question that it does not know, if it gave one
};

/// What a program says about a position.
struct Ruling {
  Message refusal = {};                 ///< of the last turn, in the program's words; usually empty
  Side to_move = Side::white;           ///< meaningless after the end
  std::optional<Outcome> outcome = {};  ///< nullopt during the game
  std::vector<std::string> turns = {};  ///< legal, as words (turn_word.h); only with Ability::turns
  std::string position = {};            ///< only with Ability::position
};

/// A start and the turns since: what a program is asked about.
struct AskedLine {
  std::string_view start;  ///< `startpos`, or a position
  std::span<const std::string> turns;
  std::string_view last = {};  ///< one more turn; may be empty
  bool is_written = false;     ///< the program itself has written the start
};

/// Who asks: a stop ends the wait, and only programs that run on the processor, if one is named,
/// are asked.
struct Asker {
  std::stop_token stop = {};
  std::optional<int> processor = {};
};

/// The running programs of a game in one variant: as many as are asked at the same time, started
/// when they are needed. All functions are thread-safe. They throw RefereeFailure if a program
/// fails or its answers are missing or contradictory, StartError if it does not know the variant or
/// position, and InfrastructureError if they are stopped.
class GamePrograms {
 public:
  GamePrograms(const GameType& type, BotSpec spec, std::string variant,
               std::chrono::milliseconds watchdog);
  ~GamePrograms();

  /// Starts the program for the first call.
  const ProgramFacts& facts(const Asker& asker = {});
  /// Does it know this question? It does if its answer is wrong, but not as to any other word.
  bool can(Ability ability, const Asker& asker = {});
  /// Throws InputError, with the reason, if the program lacks an ability.
  void require(Ability ability);
  /// The ruling on a position. `game` tells games apart: some programs want `uginewgame`.
  Ruling ask(const AskedLine& line, std::uint64_t game, const Asker& asker = {});
  /// The drawing of a position, in lines with a line feed each.
  std::string board(const AskedLine& line, const Asker& asker = {});
  /// The result of a random game from a position.
  Outcome playout(const AskedLine& line, std::uint64_t seed, const Asker& asker);

 private:
  class Program;
  class Lease;

  std::unique_ptr<Program> take(const Asker& asker);
  [[noreturn]] void fail(std::unique_ptr<Program>& program, const Message& what) const;
  [[noreturn]] void fail(std::unique_ptr<Program>& program, const PlayerFailure& failure,
                         const Message& what) const;
  struct Reply;
  Reply reply(std::unique_ptr<Program>& program, const std::string& question, const Asker& asker);
  bool knows(const Reply& reply, const std::string& question, std::unique_ptr<Program>& program,
             std::optional<Reply>& unknown, const Asker& asker);
  ProgramFacts find_facts(const Asker& asker);
  void require_settings(const ProgramFacts& facts) const;
  std::vector<std::string> query(Lease& lease, const AskedLine& line,
                                 std::initializer_list<std::string_view> asked, Message& refusal,
                                 const Asker& asker);
  std::string single_answer(Ability ability, const AskedLine& line, std::string_view asked,
                            const Asker& asker);
  void tell_refused_position(Lease& lease, const AskedLine& line, std::string_view words);
  Ruling judged(Lease& lease, const AskedLine& line, const Asker& asker);

  std::string title_;
  BotSpec spec_;
  UgiGame game_;
  std::chrono::milliseconds watchdog_;
  std::mutex mutex_;  ///< of what follows
  std::vector<std::unique_ptr<Program>> idle_;
  std::optional<ProgramFacts> facts_;
  std::optional<bool> plays_out_;  ///< Ability::playout
};

}  // namespace schiri
