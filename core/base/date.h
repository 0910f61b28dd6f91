#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace schiri {

/// A date of which day, month or year may be unknown. The known parts exist in the calendar.
struct Date {
  std::optional<std::chrono::year> year;
  std::optional<std::chrono::month> month;
  std::optional<std::chrono::day> day;

  /// In the form of records: `2026.03.07`, `2026.03.??`, `????.??.??`.
  std::string text() const;
  /// The first and the last day that the date may mean; nullopt without a year.
  std::optional<std::chrono::year_month_day> first_day() const;
  std::optional<std::chrono::year_month_day> last_day() const;

  friend bool operator==(const Date&, const Date&) = default;
};

/// The order of day and month before a year, if they could be either: `12.3.2024`.
enum class DateOrder : unsigned char { unknown, day_first, month_first };

/// Reads a date in any spelling that leaves no doubt; nullopt if the text is none, or is not a day
/// of the calendar. The year has four digits and comes first (`2026.03.07`, `2026-3-7`, `2026/03`,
/// `2026`) or last (`14.03.2026`, `3/14/2026`, `03/2026`), where `order` decides if both parts
/// could be the month. A part of `?`, or of zeros, is unknown. A time may follow (ISO 8601,
/// `2026-03-07T10:20:30Z`); the day is the one that is written, whatever the time zone.
std::optional<Date> read_date(std::string_view text, DateOrder order = DateOrder::unknown);

/// The time that follows the day in such a text: `10:20` of `2026-03-07T10:20`, `10:20:30.5+01:00`;
/// empty if there is none.
std::string_view time_of_day(std::string_view text);

/// The dates that a text may mean: one if read_date() reads it, two if its order is unknown.
std::vector<Date> possible_dates(std::string_view text);

/// A date as text that sorts, with unknown parts before all known ones or after them; empty without
/// a year.
enum class UnknownParts : unsigned char { first, last };
std::string date_key(std::string_view date, UnknownParts unknown);
/// The later and the earlier of two dates; one that may be either hides no known one.
std::string later_date(const std::string& a, const std::string& b);
std::string earlier_date(const std::string& a, const std::string& b);

/// The day of a time in ISO 8601, in the form of records; empty if the text does not begin with a
/// day of the calendar.
std::string day_of_time(std::string_view time);

/// The dates that a text may mean, as a sentence lists them: `2024.03.12 or 2024.12.03`; empty if
/// there is none.
Message likely_dates(std::string_view text);

/// The current time in UTC, `2024-05-17T12:00:00Z`.
std::string utc_time();
/// The current day where the program runs, in the form of records, `2024.05.17`.
std::string local_date();

/// A day in the form of records, `2026.03.07`.
std::string day_text(std::chrono::year_month_day day);

}  // namespace schiri
