#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/errors.h"
#include "core/otb/event.h"
#include "notation/trf/trf.h"

namespace schiri::otb {

/// A contradiction in a report on teams, in a sentence.
struct TeamReportError : UnusableError {
  using UnusableError::UnusableError;
};

/// The result of a game from both players' lines.
BoardResult result_of(RoundResult white, RoundResult black);

/// The matches of a TRF file on teams, built from the lines of their players. Teams are numbered as
/// in the file; members as in their teams.
class TeamRounds {
 public:
  explicit TeamRounds(const TrfTournament& listed);

  /// The number of boards of a match: from the file, otherwise the most that any team has filled.
  std::uint64_t boards() const { return boards_; }
  /// A round, which counts from 1: its matches in the order of their better teams. Teams without an
  /// opponent are absent, or have the bye according to the file. Throws TeamReportError.
  Round round(std::uint64_t round) const;

 private:
  /// A round from a player's line.
  struct Cell {
    std::optional<std::size_t> opponent = {};
    std::optional<Side> colour = {};
    std::optional<RoundResult> result = {};  ///< nullopt: the game is being played
  };
  using Seats = std::vector<std::optional<std::size_t>>;  ///< players of the report, by board

  Cell cell(std::uint64_t round, std::optional<std::size_t> player) const;
  const TrfLineup* lineup(std::uint64_t round, std::size_t team) const;
  const TrfForfeit* forfeit(std::uint64_t round, std::size_t team) const;
  Seats seats(std::uint64_t round, std::size_t team) const;
  std::optional<std::size_t> opponent(std::uint64_t round, std::size_t team) const;
  bool begins_with_white(std::uint64_t round, std::size_t team, std::size_t other) const;
  Board match(std::uint64_t round, std::size_t first, std::size_t second) const;
  TeamGame game(std::uint64_t round, std::size_t board, const Board& match, const Seats& first,
                const Seats& second) const;
  std::optional<std::size_t> member(std::size_t team, std::optional<std::size_t> player) const;
  [[noreturn]] void fail(std::uint64_t round, std::size_t a, std::size_t b) const;

  const TrfTournament& trf_;
  std::vector<std::optional<std::size_t>> team_of_;  ///< by player
  std::uint64_t boards_ = 0;
};

}  // namespace schiri::otb
