#include "core/base/date.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace schiri {

namespace {

/// One to three parts of a date. All separators are alike; spaces may follow them.
struct Parts {
  std::array<std::string_view, 3> texts;
  std::size_t size = 0;
};

std::optional<Parts> parts_of(std::string_view text) {
  Parts parts;
  const std::size_t first = text.find_first_of("./- ");
  const char separator = first == text.npos ? '\0' : text[first];
  while (parts.size < parts.texts.size()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.texts[parts.size++] = text.substr(0, end);
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
    if (separator != ' ') text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  return std::nullopt;
}

bool is_unknown(std::string_view text) {
  return !text.empty() && text.find_first_not_of('?') == text.npos;
}

/// Reads a part of at most two digits or `?`. False if it is neither.
template <class Part>
bool read_part(std::string_view text, std::optional<Part>& part) {
  if (text.empty() || text.size() > 2) return false;
  if (is_unknown(text)) return true;
  const auto number = parse_number<unsigned>(text);
  if (number && *number > 0) part = Part(*number);
  return number.has_value();
}

/// The same of four.
bool read_year(std::string_view text, std::optional<std::chrono::year>& year) {
  if (text.size() != 4 || text.front() == '-') return false;
  if (is_unknown(text)) return true;
  const auto number = parse_number<int>(text);
  if (number && *number > 0) year = std::chrono::year(*number);
  return number.has_value();
}

/// A date without the time that may follow it.
std::string_view without_time(std::string_view text) {
  const std::size_t time = time_of_day(text).size();
  return time > 0 ? text.substr(0, text.size() - time - 1) : text;
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

bool is_zero(std::string_view text) {
  return !text.empty() && text.find_first_not_of('0') == text.npos;
}

/// The date of these parts, if there is such a day. After a part of zeros, which is unknown, there
/// are only unknown ones.
std::optional<Date> date_of(std::string_view year, std::string_view month, std::string_view day) {
  Date date;
  if (is_zero(year) && !is_zero(month)) return std::nullopt;
  if (is_zero(month) && !is_zero(day) && !is_unknown(day)) return std::nullopt;
  const bool reads =
      read_year(year, date.year) && read_part(month, date.month) && read_part(day, date.day);
  return reads && is_in_calendar(date) ? std::optional(date) : std::nullopt;
}

/// The readings of a text whose year comes last.
struct Readings {
  std::optional<Date> day_first;
  std::optional<Date> month_first;
};

/// The date of a text whose year comes first; otherwise the readings of one whose year comes last.
std::optional<Date> read_parts(std::string_view text, Readings& readings) {
  const auto parts = parts_of(without_time(text));
  if (!parts) return std::nullopt;
  const auto& [a, b, c] = parts->texts;
  if (a.size() == 4) return date_of(a, parts->size < 2 ? "?" : b, parts->size < 3 ? "?" : c);
  if (parts->size == 2) return date_of(b, a, "?");
  if (parts->size < 3) return std::nullopt;
  // Nobody knows the day but not the month.
  if (!is_unknown(b) || is_unknown(a)) readings.day_first = date_of(c, b, a);
  if (!is_unknown(a) || is_unknown(b)) readings.month_first = date_of(c, a, b);
  return std::nullopt;
}

/// The present time, with its parts by `gmtime_r` or `localtime_r`.
std::string now(std::tm* (*parts_of_time)(const std::time_t*, std::tm*), const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  parts_of_time(&now, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

}  // namespace

std::string_view time_of_day(std::string_view text) {
  constexpr std::size_t time_begin = 10;
  if (text.size() <= time_begin + 1) return {};
  const std::string_view time = text.substr(time_begin + 1);
  const bool is_time = (text[time_begin] == 'T' || text[time_begin] == ' ') && is_digit(time[0]) &&
                       time.find(':') != time.npos &&
                       time.find_first_not_of("0123456789:.,+-Z ") == time.npos;
  return is_time ? time : std::string_view();
}

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

std::optional<Date> read_date(std::string_view text, DateOrder order) {
  Readings readings;
  const auto date = read_parts(text, readings);
  const auto& [day_first, month_first] = readings;
  if (date || !day_first || !month_first) return date ? date : day_first ? day_first : month_first;
  if (order == DateOrder::unknown && day_first != month_first) return std::nullopt;
  return order == DateOrder::month_first ? month_first : day_first;
}

std::vector<Date> possible_dates(std::string_view text) {
  std::vector<Date> dates;
  for (const DateOrder order : {DateOrder::day_first, DateOrder::month_first}) {
    const auto date = read_date(text, order);
    if (date && (dates.empty() || dates.front() != *date)) dates.push_back(*date);
  }
  return dates;
}

std::string date_key(std::string_view date, UnknownParts unknown) {
  const auto read = read_date(date);
  if (!read || !read->year) return {};
  std::string key = read->text();
  std::replace(key.begin(), key.end(), '?', unknown == UnknownParts::first ? ' ' : '~');
  return key;
}

std::string later_date(const std::string& a, const std::string& b) {
  return date_key(a, UnknownParts::first) < date_key(b, UnknownParts::first) ? b : a;
}

std::string earlier_date(const std::string& a, const std::string& b) {
  const std::string key = date_key(a, UnknownParts::last), other = date_key(b, UnknownParts::last);
  return !other.empty() && (key.empty() || other < key) ? b : a;
}

std::string day_of_time(std::string_view time) {
  const auto date = read_date(time);
  return date && date->year && date->month && date->day ? date->text() : "";
}

Message likely_dates(std::string_view text) {
  std::vector<Message> likely;
  for (const Date& date : possible_dates(text)) likely.emplace_back(date.text());
  return any_of(likely);
}

std::string utc_time() { return now(gmtime_r, "%Y-%m-%dT%H:%M:%SZ"); }

std::string local_date() {
  // Once, not for each game: glibc's lock is unknown to ThreadSanitizer.
  static const bool is_zone_known = (tzset(), true);
  static_cast<void>(is_zone_known);
  return now(localtime_r, "%Y.%m.%d");
}

std::string day_text(std::chrono::year_month_day day) {
  return Date{day.year(), day.month(), day.day()}.text();
}

}  // namespace schiri
