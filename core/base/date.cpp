#include "core/base/date.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "core/base/text.h"

namespace schiri {

namespace {

/// The parts of a text between separators; parts after the third are not split.
struct Parts {
  std::array<std::string_view, 4> texts;
  std::size_t size = 0;
};

Parts parts_of(std::string_view text, std::string_view separators) {
  Parts parts;
  for (std::size_t at = 0; at <= text.size() && parts.size < parts.texts.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    parts.texts[parts.size++] = text.substr(at, end - at);
    at = end + 1;
  }
  return parts;
}

/// A number of one to `width` digits.
std::optional<int> read_number(std::string_view text, std::size_t width) {
  if (text.size() > width || text.starts_with('-')) return std::nullopt;
  return parse_number<int>(text);
}

/// Reads a part of exactly this many digits, or this many `?`. False if it is neither.
template <class Part, class Number>
bool read_part(std::string_view text, std::size_t width, std::optional<Part>& part) {
  if (text.size() != width) return false;
  if (text.find_first_not_of('?') == text.npos) return true;
  const auto number = read_number(text, width);
  if (number) part = Part(static_cast<Number>(*number));
  return number.has_value();
}

/// An unknown year may have had a 29th of February.
constexpr std::chrono::year leap_year(2000);

bool is_in_calendar(const Date& date) {
  using std::chrono::year_month_day;
  if (date.year && *date.year < std::chrono::year(1)) return false;
  const std::chrono::month month = date.month.value_or(std::chrono::January);
  const std::chrono::day day = date.day.value_or(std::chrono::day(1));
  return year_month_day(date.year.value_or(leap_year), month, day).ok();
}

std::optional<Date> date_of(int year, int month, int day) {
  const Date date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                  std::chrono::day(static_cast<unsigned>(day))};
  return is_in_calendar(date) ? std::optional(date) : std::nullopt;
}

std::string now_in_utc(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

}  // namespace

std::string Date::text() const {
  char text[] = "????.??.??";
  // Written by hand because every record's date is written for comparison: printf takes ten times
  // as long.
  const auto put = [&text](std::size_t begin, std::size_t end, unsigned number) {
    for (; end > begin; number /= 10) text[--end] = static_cast<char>('0' + number % 10);
  };
  if (year) put(0, 4, static_cast<unsigned>(static_cast<int>(*year)));
  if (month) put(5, 7, static_cast<unsigned>(*month));
  if (day) put(8, 10, static_cast<unsigned>(*day));
  return text;
}

std::optional<std::chrono::year_month_day> Date::first_day() const {
  if (!year) return std::nullopt;
  return *year / month.value_or(std::chrono::January) / (month && day ? *day : std::chrono::day(1));
}

std::optional<std::chrono::year_month_day> Date::last_day() const {
  if (!year) return std::nullopt;
  if (month && day) return *year / *month / *day;
  return *year / month.value_or(std::chrono::December) / std::chrono::last;
}

std::optional<Date> read_date(std::string_view text) {
  const char separator = text.size() > 4 && text[4] == '-' ? '-' : '.';
  const auto [parts, size] = parts_of(text, std::string_view(&separator, 1));
  Date date;
  const bool reads =
      size <= 3 && read_part<std::chrono::year, int>(parts[0], 4, date.year) &&
      (size < 2 || read_part<std::chrono::month, unsigned>(parts[1], 2, date.month)) &&
      (size < 3 || read_part<std::chrono::day, unsigned>(parts[2], 2, date.day));
  return reads && is_in_calendar(date) ? std::optional(date) : std::nullopt;
}

std::string day_of_time(std::string_view time) {
  if (time.size() > 10 && time[10] != 'T' && time[10] != ' ') return "";
  std::string day(time.substr(0, 10));
  if (day.find('.') != day.npos) return "";
  const auto date = read_date(day);
  return date && date->year && date->month && date->day ? date->text() : "";
}

Message likely_dates(std::string_view text) {
  const auto [parts, size] = parts_of(text, "./- ");
  if (size != 3) return {};
  std::array<int, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = read_number(parts[i], 4);
    if (!number) return {};
    numbers[i] = *number;
  }
  const auto& [a, b, c] = numbers;
  std::vector<Message> likely;
  const auto offer = [&likely](const std::optional<Date>& date) {
    if (!date || (!likely.empty() && likely.front() == date->text())) return;
    likely.emplace_back(date->text());
  };
  if (parts[0].size() == 4) {
    offer(date_of(a, b, c));
  } else if (parts[2].size() == 4) {
    offer(date_of(c, b, a));
    offer(date_of(c, a, b));
  }
  return any_of(likely);
}

std::string utc_time() { return now_in_utc("%Y-%m-%dT%H:%M:%SZ"); }

std::string utc_date() { return now_in_utc("%Y.%m.%d"); }

std::string day_text(std::chrono::year_month_day day) {
  return Date{day.year(), day.month(), day.day()}.text();
}

}  // namespace schiri
