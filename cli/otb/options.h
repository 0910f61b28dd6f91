#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "cli/otb/rated_entrants.h"
#include "cli/print/output_file.h"
#include "cli/print/printed_list.h"
#include "core/pairing/swiss_simulation.h"
#include "db/otb/journal.h"
#include "notation/game_types.h"
#include "notation/trf/player_fields.h"

namespace schiri::cli {

/// The options of the commands below `otb`.
struct PeopleOptions {
  std::string file;
  otb::EventHead head;
  std::string system = "dutch";
  std::string accelerate;
  SimulationTerms simulation;
  std::uint64_t rounds = 0;
  std::optional<std::uint64_t> half_byes;
  std::uint64_t cycles = 1;
  std::uint64_t games = 1;
  bool third_place = false;
  std::uint64_t boards = 0;  ///< of a match between teams
  std::string team;
  bool people = false;  ///< of all teams, instead of the teams
  std::string tie_breaks;
  std::vector<std::string> names;
  std::optional<int> rating;
  bool no_rating = false;
  std::optional<std::string> club;
  std::array<std::optional<std::string>, otb::player_fields.size()> details;
  std::string players;            ///< a table of them
  std::string players_delimiter;  ///< as that of ListFormatOptions
  RatingSource ratings;
  std::optional<std::string> new_name;
  std::uint64_t round = 0;
  std::vector<std::string> results;  ///< boards and their results, in turn
  bool correct = false;
  bool again = false;
  bool lift = false;
  bool zero = false;               ///< a zero-point bye
  std::vector<std::string> fixed;  ///< two names each
  ListFormatOptions paper;
  std::string output = "-";
  std::string exported = "trf16";  ///< or `trf26`, `pgn`
  InputOptions input;
};

/// The event's file, locked until the journal is destroyed.
otb::Journal open_to_change(const std::string& file);
otb::Journal open_to_read(const std::string& file);
/// Prints Journal::cut_off() on standard error, if it is not empty.
void warn_of_cut_off(const std::string& cut_off);

/// Where a command shows what it has to say.
inline OutputFile open_output(const PeopleOptions& options) {
  return OutputFile(options.output, {options.file});
}

/// Checks the game and variant of the options --game and --variant, and sets the standard variant
/// if none is given. Throws InputError that names the nearest.
void complete_game(otb::EventHead& head);

/// Prints `schiri: note: ...` on standard error.
void print_note(const std::string& note);

/// Ends a command that has changed the event: what it shows is written first, then what it has
/// done, so that nothing is done where one of the two fails.
void finish(otb::Journal& journal, OutputFile& output);

/// The round that is meant: the one that was named, else the last that is paired.
inline std::uint64_t round_of(const otb::Journal& journal, const PeopleOptions& options) {
  return options.round ? options.round : journal.event().rounds().size();
}

/// After how many rounds the standing is meant: those that were named, else the finished ones.
/// Throws InputError for more than are paired.
std::uint64_t counted_rounds(const otb::Journal& journal, const PeopleOptions& options);

/// Throws InputError, which names the nearest, if one of these has not entered: players, or teams
/// where teams play, and their players as well if that is asked.
void require_entered(const otb::Journal& journal, const std::vector<std::string>& names,
                     bool with_people = false);
/// A player as an event takes him: where teams play, a table's club is the team.
otb::Entry for_team(otb::Entry player, const otb::Event& event);
/// `12 players`, `12 players in 3 teams`.
std::string count_entered(const otb::Event& event);

/// The boards of the last round that have no result, `4 (Anna - Bert), 7 (...)`: with names as long
/// as they are few. Empty where none is open.
std::string open_boards(const otb::Event& event);

/// One of the commands, as it is run.
using RunPeople = ExitStatus(const PeopleOptions& options);

RunPeople run_enter, run_lineup, run_change, run_withdraw, run_reinstate, run_bye, run_forbid;
RunPeople run_result, run_results, run_import_results;
RunPeople run_import, run_check;
RunPeople run_pair, run_swap, run_undo;
RunPeople run_players, run_table, run_cards;

}  // namespace schiri::cli
