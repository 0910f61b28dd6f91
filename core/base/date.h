#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

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

/// Reads `2026.03.07`, `2026.03` and `2026`, with `?` for the digits of a part that is unknown, and
/// the same with dashes (ISO 8601); nullopt if the text is none of these, or is not a day of the
/// calendar.
std::optional<Date> read_date(std::string_view text);

/// The day of a time in ISO 8601, `2026-03-07T10:20:30Z` or with a space for the T, in the form of
/// records; empty if the text does not begin with a day of the calendar.
std::string day_of_time(std::string_view time);

/// The dates that an invalid text may mean, in the form of records: `12.3.2024` gives `2024.03.12
/// or 2024.12.03`; empty if there is none.
Message likely_dates(std::string_view text);

/// The current time in UTC, `2024-05-17T12:00:00Z`.
std::string utc_time();
/// The current day in UTC in the form of records, `2024.05.17`.
std::string utc_date();

/// A day in the form of records, `2026.03.07`.
std::string day_text(std::chrono::year_month_day day);

}  // namespace schiri
