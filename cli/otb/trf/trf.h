#pragma once

// FIDE's tournament report file, TRF16: read into a report (read.cpp), made into the acts of an
// event (import.cpp), checked (check.cpp), and written from an event (write.cpp). Used by
// cli/otb/commands; uses cli/otb/acts.
//
// Beside the lines of TRF16 there are JaVaFo's (XXR, XXC, XXP, XXZ), bbpPairings' values of results
// (BBW, BBD, ...), the lines 240 and 260 of later rounds, and schiri's own comments, for what none
// of these can say:
//
//     ### open 2 5 7 1-0        a board of the round in progress: White, Black, result if any
//     ### open 2 9 - U          a bye of it, with its sign
//     ### withdrawn 6 3         player 6 has withdrawn after round 3
//     ### cycles 2              of a round-robin
//     ### tie-breaks BH-C1,SB

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/otb/acts/acts.h"
#include "cli/otb/acts/player_table.h"
#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/pairing/swiss_history.h"

namespace schiri::otb {

/// An invalid line of a report, in a sentence.
struct TrfError : UnusableError {
  TrfError(std::size_t line_number, const Message& what)
      : UnusableError(schiri::message("line {0}: {1}", line_number, what)), line(line_number) {}

  std::size_t line;
};

/// A player of a report without the rounds; unknown texts are empty.
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

/// A player's absence in a coming round.
struct TrfBye {
  RoundResult kind = RoundResult::absent;  ///< `paired_bye`: set before the round is paired
  std::uint64_t round = 0;
  std::size_t player = 0;
};

/// A report. Players are in the order of pairing numbers.
struct TrfReport {
  enum class Kind : std::uint8_t { dutch, other_swiss, round_robin };

  std::string name;             ///< 012
  Kind kind = Kind::dutch;      ///< `other_swiss`: Dubov, Burstein, ...
  std::string system = {};      ///< 092, as it is named
  std::uint64_t cycles = 0;     ///< of a round-robin; 0 if unknown
  std::string tie_breaks = {};  ///< empty if unknown
  /// Other lines on the event: code, text.
  std::vector<std::pair<std::string, std::string>> about = {};
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
  /// By player: the last round before the withdrawal, as schiri's comments say.
  std::vector<std::optional<std::uint64_t>> withdrawn = {};

  /// Are these points, in tenths, the reported ones of a player? The report may have none, and it
  /// may have added what the player has in the next round already.
  bool has_points(std::size_t player, int points) const;
};

/// Reads a text whose lines end with CR, LF or both. Throws TrfError for an invalid line, also one
/// of teams, of a knockout, of accelerated rounds or of TRF26.
TrfReport read_trf(std::string_view text);
/// Reads a file; `-` is standard input. Throws UnusableError.
TrfReport read_trf_file(const std::string& file, const Warn& warn);

struct ImportSettings {
  std::string trf_file;         ///< for messages
  std::string event_file = {};  ///< that of the event, for messages
  std::string game = {};        ///< empty: the game of the TRF file
  std::string variant = {};
  /// Checks the game of a head, and sets its variant if it is empty. May throw InputError.
  std::function<void(EventHead& head)> complete_game = {};
};

/// The players, rounds and results of a report.
struct ImportedEvent {
  std::vector<Act> acts;       ///< the first begins the event
  std::optional<Event> event;  ///< that they make; always set
  std::uint64_t finished_rounds = 0;
  bool is_playing = false;  ///< whether a round is in progress
};

/// The acts that make the event of a report. `warn` receives notes on data that could not be
/// imported. Throws UnusableError; EventError if the rounds are not those of an event.
ImportedEvent import_trf(const ImportSettings& settings, const TrfReport& report, const Warn& warn);

/// A board of a round that differs from the pairing by the rules. Players have their numbers in the
/// start list and names, `3 Anna - 7 Bert`; a text is empty if there is no such board.
struct BoardDifference {
  std::size_t board = 0;
  Message played;
  Message expected;
  std::string criterion;  ///< the rule that decides: `C6`, `system`, `contradiction`
};

struct CheckedRound {
  std::uint64_t round = 0;
  std::vector<BoardDifference> differing;
  std::vector<std::string> by_hand;  ///< boards set by the arbiter, `3: Anna - Dora`
};

/// A figure of a report's standing that differs from the one computed from its rounds.
struct StandingDifference {
  std::string entrant;  ///< its number and name
  std::string figure;   ///< `points` or `place`
  Message reported;
  Message expected;  ///< of a place that several share, `3 to 5`
};

struct PairingCheck {
  std::vector<CheckedRound> rounds;  ///< the finished rounds
  std::vector<StandingDifference> standing = {};
  std::vector<Message> notes = {};  ///< on what could not be compared
  /// The reason if the pairings could not be checked; then `rounds` has only those with lines that
  /// contradict each other.
  Message unpaired = {};
  Message cut_off;  ///< see Journal::cut_off()
};

/// Pairs every finished round of an event file, or of a TRF file, again by the rules of its system.
/// Compares the standing of a TRF file after its finished rounds, places only if it names its
/// tie-breaks. `-` is standard input. Throws UnusableError.
PairingCheck check_pairings(const std::string& file);

/// Writes an event: its head, then players in the order of the start list with their rounds, points
/// and places. Unknown details are left empty. Throws EventError for a knockout.
void write_trf(std::ostream& out, const EventHead& head, const Event& event);

}  // namespace schiri::otb
