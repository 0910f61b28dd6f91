#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.h"
#include "core/pairing/dutch.h"

/// A Swiss event so far, and the pairing of its next round. Used by over-the-board events and TRF
/// files.
namespace schiri {

/// The result of a round for a player.
enum class RoundResult : std::uint8_t {
  win,
  draw,
  loss,
  forfeit_win,
  forfeit_loss,
  paired_bye,  ///< pairing-allocated bye
  full_bye,    ///< requested, as are the following two
  half_bye,
  absent
};

/// Was there a game?
constexpr bool was_played(RoundResult result) { return result <= RoundResult::loss; }
/// Did the player take part in the pairing?
constexpr bool was_paired(RoundResult result) { return result <= RoundResult::paired_bye; }

/// A player's round. A paired player, unless it has the bye, has an opponent and usually a colour.
struct PlayedRound {
  RoundResult result = RoundResult::absent;
  std::optional<std::size_t> opponent = {};
  std::optional<Side> colour = {};
  std::optional<int> points = {};  ///< in tenths, if other than the value of the result

  friend bool operator==(const PlayedRound&, const PlayedRound&) = default;
};

/// The values of results in tenths of a point.
struct PointSystem {
  int win = 10;
  int draw = 5;
  int loss = 0;
  int absence = 0;
  int forfeit = 0;                     ///< for losing without a game
  std::optional<int> paired_bye = {};  ///< as a win, unless given

  int of(RoundResult result) const;
  friend bool operator==(const PointSystem&, const PointSystem&) = default;
};

/// Players who may not meet each other in some rounds, which count from 1.
struct ForbiddenPairs {
  std::vector<std::size_t> players;
  std::uint64_t first_round = 1;
  std::uint64_t last_round = UINT64_MAX;
};

/// A Swiss event so far, and all else that decides its pairings. Players are in the order of
/// pairing numbers, which is that of the start list.
struct SwissHistory {
  std::vector<std::vector<PlayedRound>> players;  ///< by player and round; missing: absent
  std::uint64_t rounds_planned = 0;
  PointSystem points = {};
  std::optional<Side> initial_colour = {};
  std::vector<ForbiddenPairs> forbidden = {};
  std::vector<bool> without_bye = {};  ///< by player, whether it gets no paired bye; missing: false

  /// Rounds count from 1.
  PlayedRound entry(std::size_t player, std::uint64_t round) const;
  /// In tenths.
  int points_in(std::size_t player, std::uint64_t round) const;
  bool may_have_bye(std::size_t player) const {
    return player >= without_bye.size() || !without_bye[player];
  }
  /// In tenths, before a round.
  int points_before(std::size_t player, std::uint64_t round) const;
};

/// The players to be paired in a round, with their data for the Dutch system after the earlier
/// rounds; `present`: their indices in the history, ascending. Indices of the result are into
/// `present`.
std::vector<DutchPlayer> dutch_players(const SwissHistory& history, std::uint64_t round,
                                       const std::vector<std::size_t>& present);

/// The colour of the first player in the first round: as given, otherwise from the rounds; White if
/// neither specifies it.
Side initial_colour(const SwissHistory& history);

/// Pairs a round by the Dutch system; the players of the result are those of the history.
std::optional<SwissRound> pair_dutch(const SwissHistory& history, std::uint64_t round,
                                     const std::vector<std::size_t>& present);

/// Pairs a round by scores, colours, meetings and byes alone: players of equal or almost equal
/// scores meet, no two of them twice if that can be avoided. `balance_colours`: no colour
/// difference is greater than 2 if that can be avoided; without it (if each encounter has both
/// colours) only the colour of the first games is balanced.
SwissRound pair_swiss(const SwissHistory& history, std::uint64_t round,
                      const std::vector<std::size_t>& present, bool balance_colours);

}  // namespace schiri
