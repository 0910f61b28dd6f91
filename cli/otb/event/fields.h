#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cli/otb/event/event.h"
#include "cli/otb/event/terms.h"

namespace schiri::otb {

/// One of the details of a player.
struct PlayerField {
  const char* key;     ///< in an event's file
  const char* option;  ///< of the commands; also the column of a table, spelled with other signs
  Message (*title)();  ///< in a sentence
  const char* about;   ///< for the help
  std::string PlayerDetails::*text;
  /// Converts a typed value to the stored form. Throws EventError.
  std::string (*read)(const std::string& typed);
};

/// The characters of a player's name in a TRF file; of a longer one it has the first.
inline constexpr std::size_t trf_name_width = 33;

/// The name of a player, team or club as it is stored, by tidy_name(); empty if it is blank. Throws
/// EventError for one with invisible characters or more than 200 letters, which no two people could
/// tell from another or fit into a list.
std::string read_name(std::string_view typed);
std::string read_fide_id(const std::string& typed);
std::string read_title(const std::string& typed);
std::string read_federation(const std::string& typed);
std::string read_sex(const std::string& typed);
std::string read_birth(const std::string& typed);

inline constexpr std::array<PlayerField, 5> player_fields = {
    {{"fide_id", "--fide-id", [] { return message("FIDE ID"); }, "Set the FIDE ID",
      &PlayerDetails::fide_id, read_fide_id},
     {"title", "--title", [] { return message("title"); }, "Set the title: GM, WFM, ...",
      &PlayerDetails::title, read_title},
     {"federation", "--federation", [] { return message("federation"); },
      "Set the federation, three letters: GER", &PlayerDetails::federation, read_federation},
     {"sex", "--sex", [] { return message("sex"); }, "Set the sex: m or w", &PlayerDetails::sex,
      read_sex},
     {"born", "--born", [] { return message("born"); }, "Set the year or day of birth: 1998-05-17",
      &PlayerDetails::birth, read_birth}}};

/// The field of this member.
const PlayerField& field_of(std::string PlayerDetails::*text);

/// One of the texts on an event, in its file, in options and in TRF files.
struct HeadField {
  const char* key;           ///< in an event's file
  const char* option;        ///< of the commands
  Message (*title)();        ///< in a sentence
  const char* metavariable;  ///< for the help
  const char* about;         ///< for the help
  const char* code;          ///< of its line in a TRF file
  std::string EventHead::*text;
  bool is_day = false;
};

inline constexpr std::array<HeadField, 8> head_fields = {
    {{"name", "--name", [] { return message("name"); }, "NAME", "Set the name of the event", "012",
      &EventHead::name},
     {"place", "--place", [] { return message("event\4place"); }, "PLACE",
      "Set the place of the event", "022", &EventHead::place},
     {"date", "--date", [] { return message("date"); }, "DATE",
      "Set the date: 2026.11.21 or 2026-11-21", "042", &EventHead::date, true},
     {"end_date", "--end-date", [] { return message("last day"); }, "DATE",
      "Set the date of the last day", "052", &EventHead::end_date, true},
     {"federation", "--federation", [] { return message("federation"); }, "CODE",
      "Set the federation, three letters: GER", "032", &EventHead::federation},
     {"arbiter", "--arbiter", [] { return message("arbiter"); }, "NAME", "Set the chief arbiter",
      "102", &EventHead::arbiter},
     {"deputies", "--deputies", [] { return message("deputy arbiters"); }, "NAMES",
      "Set the deputy arbiters, separated by semicolons", "112", &EventHead::deputies},
     {"time_control", "--time-control", [] { return message("time control"); }, "TEXT",
      "Set the time control: '60 min + 30 s a turn'", "122", &EventHead::time_control}}};

/// Converts a value of an option or a file to the stored form. Throws EventError.
std::string read_head_field(const HeadField& field, const std::string& text);

/// Reads `3=2026-11-21 14:30`, `3=2026-11-21` or `3=14:30` into the schedule; `3=` removes the date
/// of the round. Throws EventError.
void read_round_time(const std::string& text, std::vector<RoundTime>& schedule);

/// Sets the date and time of a round. Throws EventError for a round that no event has, and for
/// invalid parts.
void set_round_time(std::vector<RoundTime>& schedule, std::uint64_t round, const RoundTime& time);

/// The dates of the rounds as the columns of the line 132, eight characters a round below its
/// results; empty if there is none. A TRF file has no times.
std::string trf_round_dates(const std::vector<RoundTime>& schedule);
/// Reads such a line's text after its code; empty if it has anything but dates in these columns.
std::vector<RoundTime> read_trf_round_dates(const std::string& text);

/// Moves lines of other programs' TRF files to the fields that have their codes; lines in a form
/// that the fields do not have stay as they are.
void take_report_lines(EventHead& head);
/// Removes the lines of this code, for a field that is set now.
void drop_report_lines(EventHead& head, const std::string& code);

}  // namespace schiri::otb
