#pragma once

// FIDE's tournament report files (TRF): reads and writes them, and converts events of core/otb to
// TRF. Used by notation/otb and cli/otb; uses core/otb, core/pairing and notation/text.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/otb/event/round.h"
#include "cli/otb/trf/trf_type.h"
#include "core/base/errors.h"
#include "core/pairing/swiss_history.h"

namespace schiri {

/// An invalid line of a tournament report file, in a sentence.
struct TrfError : UnusableError {
  TrfError(std::size_t line_number, const Message& what)
      : UnusableError(schiri::message("line {0}: {1}", line_number, what)), line(line_number) {}

  std::size_t line;
};

/// A player of a TRF file without the rounds; unknown texts are empty.
struct TrfPlayer {
  std::size_t id = 0;  ///< starting number
  std::string sex;
  std::string title;
  std::string name;
  std::optional<int> rating;
  std::string federation;
  std::string fide_id;
  std::string birth;
  std::optional<int> points;  ///< in tenths, as given
  std::optional<std::size_t> rank;
};

/// Two lines that contradict each other: `player` met `opponent`, whose line differs.
struct TrfContradiction {
  std::uint64_t round = 0;
  std::size_t player = 0;
  std::size_t opponent = 0;
};

/// A player's cell of a round that has begun and is not finished.
struct TrfOpenCell {
  std::optional<std::size_t> opponent = {};
  std::optional<Side> colour = {};
  std::optional<RoundResult> result = {};  ///< nullopt: the game is being played
};

/// A player's absence in a coming or past round.
struct TrfBye {
  /// `H`, `F` or `Z`; `U`: the bye of the pairing, set before the round is paired
  char kind = 'Z';
  std::uint64_t round = 0;
  std::size_t player = 0;
};

/// A Swiss event from FIDE's tournament report file (TRF): format 16 with the extensions of JaVaFo
/// and bbpPairings, and the codes of 2026. Players are in the order of pairing numbers.
struct TrfTournament {
  std::string name;  ///< 012
  TrfSystem system = {};
  /// The list of the line 212, otherwise 202; empty if there is none.
  std::string tie_breaks = {};
  std::vector<std::pair<std::string, std::string>> about =
      {};  ///< other lines on the event: code, text
  std::vector<TrfPlayer> players = {};
  SwissHistory history = {};
  std::uint64_t rounds = 0;  ///< finished rounds; a round is unfinished while results are missing
  bool says_planned_rounds = false;
  std::vector<TrfBye> byes = {};  ///< lines 240, and a last column of nothing but byes
  std::vector<TrfContradiction> contradictions = {};
  /// The round after the finished ones, by player; empty if it has not begun.
  std::vector<TrfOpenCell> open_round = {};
  /// Of that round, by player: the number of the table; empty if the file does not have the tables.
  std::vector<std::size_t> open_tables = {};
};

/// The result that a bye stands for.
RoundResult round_result(const TrfBye& bye);

/// Lines end with CR, LF or both. Throws TrfError.
TrfTournament read_trf(std::string_view text);

}  // namespace schiri
