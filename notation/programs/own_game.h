#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/bot_spec.h"
#include "notation/programs/game_program.h"
#include "notation/programs/word_game.h"

namespace schiri {

/// A game whose rules a program knows (game_program.h): in progress. Whatever needs an answer of
/// the program may throw what GamePrograms throws, and InputError if the program lacks the ability.
class OwnGame final : public WordGame {
 public:
  OwnGame(const GameType& type, std::string start, std::string variant,
          std::shared_ptr<GamePrograms> programs);

  /// Who asks from now on, by this game and its copies.
  void set_asker(const Asker& asker) { asker_ = asker; }

  std::unique_ptr<Game> clone() const override { return std::make_unique<OwnGame>(*this); }
  std::string_view variant() const override { return variant_; }
  Side side_to_move() const override { return ruling().to_move; }
  std::optional<Ending> ending() const override;
  /// With the word by which a record says who begins, where its text alone would not say it.
  std::string position() const override;
  /// As the program takes it, without that word.
  std::string start_position() const override;
  /// The game that begins here, without the turns before; a copy if the program writes no position.
  std::unique_ptr<OwnGame> from_here() const;
  /// The program's drawing, else the position.
  std::string board(const BoardStyle& style) const override;

  std::optional<TurnError> check(std::string_view turn) const override;
  std::optional<TurnError> play(std::string_view turn) override;
  void take_back(std::size_t turns) override;

  std::optional<TurnParts> turn_parts(std::string_view begun) const override;
  std::uint64_t count_turns() const override { return listed().size(); }
  void visit_turns(const TurnTextVisitor& visitor) const override;
  std::string random_turn(Rng& rng) const override;
  std::string quick_turn(Rng& rng) const override { return random_turn(rng); }
  std::uint64_t perft(int depth) const override;
  std::uint64_t perft_of_turn(std::string_view turn, int depth) const override;

  /// The result of a random game from here, played by the program if it can, otherwise turn by
  /// turn; a game of more than `most` turns is a draw.
  Outcome playout(Rng& rng, int most = 2000) const;
  /// What the program says about the position.
  const Ruling& ruling() const;
  GamePrograms& programs() const { return *programs_; }

 private:
  AskedLine line(std::string_view last = {}) const;
  std::string_view own_start() const;
  Ruling asked() const;
  const std::vector<std::string>& listed() const;
  std::optional<TurnError> ask_about(std::string_view turn,
                                     std::shared_ptr<const Ruling>& after) const;
  std::optional<Message> objection_to(std::string_view turn, const Ruling& ruling) const;
  bool accepts_after(std::string_view turn) const;

  std::shared_ptr<GamePrograms> programs_;
  std::string variant_;
  Asker asker_;
  std::uint64_t number_;  ///< of the game, for programs that want to know of a new one
  /// The start's last word, `p1` or `p2`, is the program's and does not say who begins.
  mutable bool keeps_word_ = false;
  /// Of the start and after each turn; null where nobody has asked yet.
  mutable std::vector<std::shared_ptr<const Ruling>> rulings_;
};

/// The board that the program of such a game draws, or its text of the position; nullopt for other
/// games.
std::optional<std::string> drawing_of(const Game& game);

/// The entry of such a game in the table of games.
class OwnGameType final : public WordGameNames, public GameType {
 public:
  OwnGameType(std::string_view name, BotSpec program, std::chrono::milliseconds watchdog);

  const BotSpec& program() const { return program_; }
  /// The programs for a variant, by any of its names. Throws StartError.
  std::shared_ptr<GamePrograms> programs(std::string_view variant) const;
  /// Ends all programs; they are started again when they are needed.
  void end_programs() const;
  /// How long a program may be silent, for programs that are asked from now on.
  void set_watchdog(std::chrono::milliseconds watchdog) const { watchdog_ = watchdog; }

  std::string referee() const override;
  const ForeignNotation* foreign_notation() const override { return nullptr; }
  DiagramBoard diagram_board(std::string_view) const override;
  std::unique_ptr<Game> start(const StartSpec& spec) const override;
  /// Hashes of the texts of positions. Throws InputError if the program writes none.
  void visit_hashes(const StartSpec& spec, std::span<const std::string_view> turns,
                    const std::function<bool(std::uint64_t)>& visitor) const override;
  /// Throws InputError: the texts of positions have no known places.
  void visit_positions(const StartSpec&, std::span<const std::string_view>, Visited,
                       const std::function<bool(const SearchedPosition&)>&) const override;
  StartSpec draw_start(std::string_view variant, Rng&) const override {
    return {std::string(variant), "", ""};
  }
  double evaluation_scale() const override { return words_evaluation_scale; }
  std::unique_ptr<Player> make_bot(const BotSpec& spec, std::string_view variant) const override;
  void check_movetext(const StartSpec& spec, MovetextReader& reader, FindingLog& findings,
                      GameCheck& check) const override;
  std::size_t turn_length(const char* text) const override {
    return turn_word_length(text, text + longest_turn_word + 1);
  }

 private:
  BotSpec program_;
  mutable std::chrono::milliseconds watchdog_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<GamePrograms>, std::less<>> programs_;
  mutable std::vector<std::string> last_used_;  ///< their variants, the last one last
};

/// The game of this name, with this program, in the table of games of this process; the program is
/// not started before it is asked. The same name and program are the same game; another program
/// takes the place of one before, not that of a game that schiri knows. Throws InputError for a
/// name that no game may have, or that has rules here.
const OwnGameType& own_game(std::string_view name, const BotSpec& program,
                            std::chrono::milliseconds watchdog = default_watchdog);
/// Ends the programs of all these games, whose names are those of records alone from now on: what
/// one request has named, the next one does not start. A game that somebody keeps has its program
/// as long as it lives.
void end_own_games();
/// The same type if it is such a game, or null.
const OwnGameType* own_game_type(const GameType* type);

}  // namespace schiri
