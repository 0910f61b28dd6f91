#include "cli/otb/event/fields.h"

#include <algorithm>

#include "cli/otb/event/terms.h"
#include "core/base/date.h"
#include "core/base/text.h"
#include "notation/text/odd_character.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

namespace schiri::otb {

namespace {

bool is_made_of(const std::string& text, const char* signs, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most && text.find_first_not_of(signs) == text.npos;
}

std::string in_capitals(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

constexpr const char* digits = "0123456789";
constexpr const char* capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

}  // namespace

std::string read_fide_id(const std::string& typed) {
  if (typed.empty() || is_made_of(typed, digits, 1, 11)) return typed;
  throw EventError(
      message("a FIDE ID is a number of at most 11 digits, not '{0}'", printable(typed)));
}

std::string read_title(const std::string& typed) {
  const std::string title = in_capitals(typed);
  if (is_made_of(title, capitals, 0, 3)) return title;
  throw EventError(
      message("a title has at most three letters, as GM or WFM, not '{0}'", printable(typed)));
}

std::string read_federation(const std::string& typed) {
  const std::string code = in_capitals(typed);
  if (code.empty() || is_made_of(code, capitals, 3, 3)) return code;
  throw EventError(message("a federation has three letters, as GER, not '{0}'", printable(typed)));
}

std::string read_sex(const std::string& typed) {
  const std::string letter = in_capitals(typed);
  if (letter.empty()) return "";
  if (letter == "M") return "m";
  if (letter == "W" || letter == "F") return "w";
  throw EventError(message("the sex is m or w, not '{0}'", printable(typed)));
}

std::string read_name(std::string_view typed) {
  constexpr std::size_t most_characters = 200;
  const char* const end = typed.data() + typed.size();
  if (find_invalid_utf8(typed.data(), end) != end) {
    throw EventError(message("the name '{0}' is not UTF-8 text", printable(typed)));
  }
  std::string name = tidy_name(typed);
  if (const Message invisible = invisible_character_in(name); !invisible.empty()) {
    throw EventError(message("the name '{0}' is not all visible: {1}", printable(name), invisible));
  }
  const std::size_t characters = count_characters(name);
  if (characters > most_characters) {
    throw EventError(message("a name has at most 200 characters, not {0}", characters));
  }
  return name;
}

std::string read_birth(const std::string& typed) {
  if (typed.empty()) return "";
  std::string text = typed;
  std::replace(text.begin(), text.end(), '/', '.');
  // Reports have zeros for an unknown day.
  while (text.ends_with(".00")) text.resize(text.size() - 3);
  const auto date = read_date(text);
  if (!date || !date->year) {
    throw EventError(
        message("a day of birth is a year, or a day as 1998-05-17, not '{0}'", printable(typed)));
  }
  std::string known = date->text();
  known.resize(std::min(known.find('?'), known.size()));
  while (known.ends_with('.')) known.pop_back();
  std::replace(known.begin(), known.end(), '.', '/');
  return known;
}

const PlayerField& field_of(std::string PlayerDetails::*text) {
  return *std::ranges::find(player_fields, text, &PlayerField::text);
}

namespace {

constexpr std::size_t longest_text = 1000;
/// The columns of the line 132, counted from 0 after the code and a space.
constexpr std::size_t first_date_column = 87, date_columns = 10, date_width = 8;

std::string read_day(const std::string& typed) {
  const auto date = read_date(typed);
  if (date && date->year && date->month && date->day) return date->text();
  throw EventError(message("a day is written as 2026-11-21, not '{0}'", printable(typed)));
}

std::string read_clock(const std::string& typed) {
  const std::size_t colon = typed.find(':');
  const auto number = [&](std::string_view text, int most) {
    const bool is_digits = !text.empty() && text.size() <= 2 && text.front() != '-';
    const auto value = is_digits ? parse_number<int>(text) : std::nullopt;
    if (value && *value <= most) return *value;
    throw EventError(message("a time is written as 14:30, not '{0}'", printable(typed)));
  };
  const std::string_view text = typed;
  const int hours = number(text.substr(0, colon), 23);
  const int minutes = number(colon == text.npos ? "" : text.substr(colon + 1), 59);
  const auto two = [](int value) {
    return std::string(value < 10 ? "0" : "") + std::to_string(value);
  };
  return two(hours) + ":" + two(minutes);
}

/// `26/11/21` of the line 132, also with four digits of the year; empty if it is none.
std::string day_of_report(std::string text) {
  std::replace(text.begin(), text.end(), '/', '.');
  if (text.size() == date_width) text.insert(0, "20");
  const auto date = read_date(text);
  return date && date->day ? date->text() : "";
}

}  // namespace

std::string read_head_field(const HeadField& field, const std::string& text) {
  if (text.size() > longest_text) {
    throw EventError(message("a text on an event has at most 1000 characters"));
  }
  if (field.text == &EventHead::federation) return read_federation(text);
  if (!field.is_day) return tidy_name(text);
  // Old files may have other texts.
  const auto date = read_date(text);
  return date ? date->text() : text;
}

void set_round_time(std::vector<RoundTime>& schedule, std::uint64_t round, const RoundTime& time) {
  if (round < 1 || round > most_rounds) {
    throw EventError(message("a date is of a round from 1 to 1000, not {0}", round));
  }
  const RoundTime read = {time.date.empty() ? "" : read_day(time.date),
                          time.time.empty() ? "" : read_clock(time.time)};
  if (schedule.size() < round) schedule.resize(round);
  schedule[round - 1] = read;
  while (!schedule.empty() && !schedule.back().is_known()) schedule.pop_back();
}

void read_round_time(const std::string& text, std::vector<RoundTime>& schedule) {
  const std::size_t equals = text.find('=');
  const auto round = parse_number<std::uint64_t>(std::string_view(text).substr(0, equals));
  if (equals == text.npos || !round) {
    throw EventError(
        message("expected the round and its date, 3=2026-11-21 14:30, not '{0}'", printable(text)));
  }
  RoundTime time;
  for (const std::string_view part :
       split(trimmed(std::string_view(text).substr(equals + 1)), ' ')) {
    if (part.empty()) continue;
    std::string& place = part.find(':') == part.npos ? time.date : time.time;
    if (!place.empty()) {
      throw EventError(message("'{0}' has two dates or times", printable(text)));
    }
    place = part;
  }
  set_round_time(schedule, *round, time);
}

std::string trf_round_dates(const std::vector<RoundTime>& schedule) {
  std::string text;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (schedule[i].date.empty()) continue;
    std::string day = schedule[i].date.substr(2);
    std::replace(day.begin(), day.end(), '.', '/');
    text.resize(first_date_column + date_columns * i, ' ');
    text += day;
  }
  return text;
}

std::vector<RoundTime> read_trf_round_dates(const std::string& text) {
  std::vector<RoundTime> schedule;
  const std::string_view line = text;
  if (!trimmed(line.substr(0, first_date_column)).empty()) return {};
  for (std::size_t round = 1; round <= most_rounds; ++round) {
    const std::size_t begin = first_date_column + date_columns * (round - 1);
    if (begin >= line.size()) break;
    const std::string_view listed = trimmed(line.substr(begin, date_columns));
    const std::string day = day_of_report(std::string(listed));
    if (day.empty() && !listed.empty()) return {};
    if (!day.empty()) set_round_time(schedule, round, {day, ""});
  }
  return schedule;
}

void drop_report_lines(EventHead& head, const std::string& code) {
  std::erase_if(head.report, [&](const auto& line) { return line.first == code; });
}

void take_report_lines(EventHead& head) {
  for (const HeadField& field : head_fields) {
    std::string text, separator;
    const bool is_taken = (head.*field.text).empty() && field.text != &EventHead::name;
    for (const auto& [code, line] : head.report) {
      if (code != field.code || trimmed(line).empty()) continue;
      text += separator + std::string(trimmed(line));
      separator = "; ";
    }
    if (!is_taken || text.empty()) continue;
    try {
      std::string read = text;
      if (field.is_day) {
        std::replace(read.begin(), read.end(), '/', '.');
        if (!read_date(read)) continue;
      }
      head.*field.text = read_head_field(field, read);
    } catch (const EventError&) {
      continue;  // The line stays as it is.
    }
    drop_report_lines(head, field.code);
  }
  if (!head.schedule.empty()) return;
  for (const auto& [code, line] : head.report) {
    if (code == "132") head.schedule = read_trf_round_dates(line);
  }
  // A line in other columns stays as it is.
  if (!head.schedule.empty()) drop_report_lines(head, "132");
}

}  // namespace schiri::otb
