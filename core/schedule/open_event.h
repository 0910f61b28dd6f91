#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/rating/tie_breaks.h"
#include "core/schedule/event_config.h"
#include "core/schedule/swiss_history.h"

namespace schiri {

/// Something that an event of people cannot do, in a sentence for a person.
struct OpenEventError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// How a game of an event of people ended.
enum class BoardResult : std::uint8_t {
  white_wins,
  black_wins,
  draw,
  white_by_forfeit,  ///< Black did not come: a point, but no game
  black_by_forfeit,
  both_forfeit
};

/// As they are typed and shown: `1-0`, `0-1`, `1/2-1/2`, `+--`, `--+`, `---`.
std::string_view board_result_text(BoardResult result);
std::optional<BoardResult> find_board_result(std::string_view text);
/// The same of what a person has typed: also with colons or other dashes, `1/2`, `draw`, `remis`,
/// and `1-0f`, `0-1f`, `0-0f` for games that were not played.
std::optional<BoardResult> read_board_result(std::string_view typed);
/// Was there a game?
constexpr bool was_played(BoardResult result) { return result <= BoardResult::draw; }
/// Half points of White (0) or Black (1).
int half_points(BoardResult result, int side);

struct EntrantName {
  std::string name;
  std::optional<int> rating;
};

struct Entrant {
  std::string name;
  std::optional<int> rating;
  std::uint64_t first_round = 1;            ///< the first round that is paired after the entry
  std::optional<std::uint64_t> last_round;  ///< of one who has withdrawn
  std::vector<std::uint64_t> asked_byes;    ///< rounds, half a point each
};

/// Why a player has no opponent in a round.
enum class ByeKind : std::uint8_t {
  odd,    ///< nobody was left: a whole point
  asked,  ///< half a point
  absent  ///< not there yet, or no more: nothing
};

struct Board {
  std::size_t white = 0;
  std::size_t black = 0;
  std::optional<BoardResult> result;
};

struct RoundBye {
  std::size_t player = 0;
  ByeKind kind = ByeKind::odd;
};

/// A round as it was paired; boards count from 1 where people speak of them.
struct OpenRound {
  std::vector<Board> boards;
  std::vector<RoundBye> byes;

  bool is_complete() const;
};

/// One player's line of a standing. Only games that were played have opponents.
struct OpenStanding {
  std::size_t player = 0;
  std::size_t place = 0;  ///< from 1; equal in everything, equal in place
  double points = 0;      ///< byes and forfeits included
  rating::TieBreaks tie_breaks;
  int games = 0;
};

class OpenKnockout;

/// Whether the first half of the players have virtual points in the first rounds, so that strong
/// players meet earlier: FIDE's Baku acceleration.
enum class Acceleration : std::uint8_t { none, baku };

/// An event of people: they enter and leave, rounds are paired one after the other, results come
/// in and are corrected. Every change says by an exception (OpenEventError) why it cannot be. The
/// same changes in the same order make the same event.
class OpenEvent {
 public:
  /// Dutch, Swiss, round-robin or knockout, one game an encounter. Throws OpenEventError for
  /// another system or no round; a round-robin has as many rounds as its players need, and so has a
  /// knockout, in which a draw is followed by a round in which the two meet again, colours swapped.
  /// `acceleration`: of a Dutch event alone.
  OpenEvent(System system, std::uint64_t rounds, Acceleration acceleration = Acceleration::none);

  System system() const { return system_; }
  /// Is it paired by points?
  bool is_swiss() const { return system_ == System::swiss || system_ == System::dutch; }
  /// The start list: the best rating first, unknown ones last, equal ones as they came.
  std::vector<std::size_t> start_list() const;
  /// The rounds so far, players in the order of the start list; open games count as drawn.
  SwissHistory history() const;
  /// How many there are to be; in a knockout, as far as no draws come.
  std::uint64_t planned_rounds() const;
  const std::vector<Entrant>& players() const { return players_; }
  const std::vector<OpenRound>& rounds() const { return rounds_; }
  bool is_over() const;
  /// The number of a name; throws if nobody has it.
  std::size_t player(std::string_view name) const;

  /// Late ones play from the next round on; only an event paired by points takes any after its
  /// first pairing.
  void enter(const EntrantName& entrant);
  /// Is paired no more. Its open game stays on its board.
  void withdraw(std::string_view name);
  /// Half a point without a game in a round that is not paired yet.
  void ask_bye(std::string_view name, std::uint64_t round);
  /// Pairs the next round; all results of the last one must be there. Changes nothing.
  OpenRound next_round() const;
  /// Begins a round as it was paired, now or earlier: results come with `set_result`. All results
  /// of the last one must be there.
  void add_round(OpenRound round);
  /// The first result of a board; `round` and `board` from 1.
  void set_result(std::uint64_t round, std::uint64_t board, BoardResult result);
  /// Another result than the one before, or none. Later rounds stay as they were paired; so in a
  /// knockout the same one must have won, once there are any.
  void correct_result(std::uint64_t round, std::uint64_t board, std::optional<BoardResult> result);

  /// After so many rounds, open games counting nothing. In a knockout whoever has come further is
  /// ahead, and who has come equally far shares a place.
  std::vector<OpenStanding> standing(std::size_t rounds) const;

 private:
  Board& board(std::uint64_t round, std::uint64_t board);
  bool is_there(const Entrant& entrant, std::uint64_t round) const;
  void require_results() const;
  std::vector<std::size_t> present(std::uint64_t round) const;
  std::size_t accelerated_players() const;
  OpenRound pair_by_points(std::uint64_t round) const;
  OpenRound pair_dutch(std::uint64_t round) const;
  OpenRound pair_swiss(std::uint64_t round) const;
  OpenRound pair_round_robin(std::uint64_t round) const;
  OpenRound pair_knockout(std::uint64_t round) const;
  OpenKnockout knockout_after(std::size_t rounds) const;
  void add_absent(OpenRound& round, std::uint64_t number) const;

  System system_;
  std::uint64_t rounds_planned_;
  Acceleration acceleration_;
  std::vector<Entrant> players_;
  std::vector<OpenRound> rounds_;
};

/// Half points of a bye.
int half_points(ByeKind kind);

}  // namespace schiri
