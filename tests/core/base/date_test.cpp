#include "core/base/date.h"

#include "tests/catch.h"

namespace date_test {

TEST_CASE("dates: read every accepted form and write it in the form of records") {
  const struct {
    const char *text, *written, *first, *last;
  } rows[] = {
      {"2026.03.07", "2026.03.07", "2026.03.07", "2026.03.07"},
      {"2026-03-07", "2026.03.07", "2026.03.07", "2026.03.07"},
      {"2026.03", "2026.03.??", "2026.03.01", "2026.03.31"},
      {"2026-03", "2026.03.??", "2026.03.01", "2026.03.31"},
      {"2026", "2026.??.??", "2026.01.01", "2026.12.31"},
      {"2026.03.??", "2026.03.??", "2026.03.01", "2026.03.31"},
      {"2024.02.??", "2024.02.??", "2024.02.01", "2024.02.29"},
      {"2023-02", "2023.02.??", "2023.02.01", "2023.02.28"},
      {"2026.??.??", "2026.??.??", "2026.01.01", "2026.12.31"},
      {"2026.??.07", "2026.??.07", "2026.01.01", "2026.12.31"},
      {"????.??.??", "????.??.??", "", ""},
      {"????.02.29", "????.02.29", "", ""},
      {"????", "????.??.??", "", ""},
      {"0001.01.01", "0001.01.01", "0001.01.01", "0001.01.01"},
      {"9999.12.31", "9999.12.31", "9999.12.31", "9999.12.31"},
      {"2024.02.29", "2024.02.29", "2024.02.29", "2024.02.29"},
      {"2026.3.7", "2026.03.07", "2026.03.07", "2026.03.07"},
      {"2026-3-7", "2026.03.07", "2026.03.07", "2026.03.07"},
      {"2026/03/07", "2026.03.07", "2026.03.07", "2026.03.07"},
      {"2026/3", "2026.03.??", "2026.03.01", "2026.03.31"},
      {"14.03.2026", "2026.03.14", "2026.03.14", "2026.03.14"},
      {"14. 3. 2026", "2026.03.14", "2026.03.14", "2026.03.14"},
      {"3/14/2026", "2026.03.14", "2026.03.14", "2026.03.14"},
      {"14-03-2026", "2026.03.14", "2026.03.14", "2026.03.14"},
      {"3.3.2026", "2026.03.03", "2026.03.03", "2026.03.03"},
      {"03.2026", "2026.03.??", "2026.03.01", "2026.03.31"},
      {"??.03.2026", "2026.03.??", "2026.03.01", "2026.03.31"},
      {"03/?\?/2026", "2026.03.??", "2026.03.01", "2026.03.31"},
      {"?.?.2026", "2026.??.??", "2026.01.01", "2026.12.31"},
      {"2026-03-07T10:20:30Z", "2026.03.07", "2026.03.07", "2026.03.07"},
      {"2026-03-07T23:59:30.123+02:00", "2026.03.07", "2026.03.07", "2026.03.07"},
      {"2026.03.07 10:20", "2026.03.07", "2026.03.07", "2026.03.07"},
  };
  const auto text = [](const std::optional<std::chrono::year_month_day>& day) {
    return day ? day_text(*day) : "";
  };
  for (const auto& row : rows) {
    INFO(row.text);
    const auto date = read_date(row.text);
    REQUIRE(date);
    CHECK(date->text() == row.written);
    CHECK(read_date(date->text()) == date);
    CHECK(text(date->first_day()) == row.first);
    CHECK(text(date->last_day()) == row.last);
  }
}

TEST_CASE("dates: zeros are unknown parts") {
  CHECK(read_date("2026.00.00")->text() == "2026.??.??");
  CHECK(read_date("2026-03-00")->text() == "2026.03.??");
  CHECK(read_date("00.03.2026")->text() == "2026.03.??");
  CHECK(read_date("0000.00.00")->text() == "????.??.??");
}

TEST_CASE("dates: the time of a day") {
  CHECK(time_of_day("2026-03-07T10:20:30Z") == "10:20:30Z");
  CHECK(time_of_day("2026-03-07 10:20") == "10:20");
  for (const char* text : {"", "2026-03-07", "2026-03-07x10:20", "2026-03-07T10"}) {
    CHECK(time_of_day(text).empty());
  }
}

TEST_CASE("dates: reject texts that are not dates") {
  for (const char* text : {"",
                           "?",
                           "tomorrow",
                           "2026.13.45",
                           "2026.02.31",
                           "2026.02.29",
                           "2026.00.01",
                           "2026.04.31",
                           "????.02.30",
                           "????.13.??",
                           "0000.01.01",
                           "12.3.2024",
                           "3/4/2026",
                           "31.31.2026",
                           "29.02.2026",
                           "2026.31.12",
                           "13.2026",
                           "14.03.26",
                           "14.03.2026.1",
                           "14..2026",
                           "14.3/2026",
                           "014.3.2026",
                           "2026.03-07",
                           "2026-03.07",
                           "20260307",
                           "26.03.07",
                           "2026.03.07.01",
                           "2026.03.",
                           "2026.",
                           ".",
                           "2026.03.07 ",
                           " 2026.03.07",
                           "2026.0x.07",
                           "2026.?3.07",
                           "2026.+3.07",
                           "-026.03.07",
                           "02026.03.07",
                           "2026.03.7?",
                           "2026-03-07T",
                           "2026-03-07T10",
                           "2026-03-07x10:00",
                           "2026-03-07T10:00 noon"}) {
    INFO(text);
    CHECK_FALSE(read_date(text));
  }
}

TEST_CASE("dates: each day of 400 years is read back and no invalid day is accepted") {
  using namespace std::chrono;
  const sys_days begin = year(1900) / January / 1, end = year(2300) / January / 1;
  for (sys_days day = begin; day < end; day += days(1)) {
    const std::string text = day_text(day);
    const auto date = read_date(text);
    REQUIRE(date);
    REQUIRE(date->text() == text);
    REQUIRE(sys_days(*date->first_day()) == day);
  }
  int read = 0;
  for (int month = 0; month < 100; ++month) {
    for (int day = 0; day < 100; ++day) {
      char text[40];
      std::snprintf(text, sizeof text, "2025.%02d.%02d", month, day);
      read += read_date(text).has_value();
    }
  }
  CHECK(read == 365 + 12 + 1);  // unknown days, `2025.03.00`, and an unknown month
}

TEST_CASE("dates: an order decides between day and month") {
  CHECK(read_date("12.3.2024", DateOrder::day_first)->text() == "2024.03.12");
  CHECK(read_date("12.3.2024", DateOrder::month_first)->text() == "2024.12.03");
  CHECK(read_date("3/14/2024", DateOrder::day_first)->text() == "2024.03.14");
  CHECK(read_date("14.3.2024", DateOrder::month_first)->text() == "2024.03.14");
  CHECK(read_date("2024-03-12", DateOrder::month_first)->text() == "2024.03.12");
  CHECK_FALSE(read_date("12.3.24", DateOrder::day_first));
}

TEST_CASE("dates: the present day is that of the place") {
  const char* const zone = std::getenv("TZ");
  const std::string before = zone ? zone : "";
  std::set<std::string> days;
  // 26 hours apart: never the same day.
  for (const char* place : {"AAA-14", "BBB12"}) {
    setenv("TZ", place, 1);
    tzset();
    days.insert(local_date());
  }
  zone ? setenv("TZ", before.c_str(), 1) : unsetenv("TZ");
  tzset();
  CHECK(days.size() == 2);
  for (const std::string& day : days) CHECK(read_date(day)->text() == day);
}

TEST_CASE("dates: suggest the dates that an invalid text may mean") {
  CHECK(likely_dates("12.3.2024") == "2024.03.12 or 2024.12.03");
  CHECK(likely_dates("31.3.2024") == "2024.03.31");
  CHECK(likely_dates("3/31/2024") == "2024.03.31");
  CHECK(likely_dates("3.3.2024") == "2024.03.03");
  CHECK(likely_dates("2024/3/7") == "2024.03.07");
  CHECK(likely_dates("31.31.2024").empty());
  CHECK(likely_dates("tomorrow").empty());
  CHECK(likely_dates("1.2.3").empty());
  CHECK(likely_dates("").empty());
}

TEST_CASE("dates: an unknown part hides no known date") {
  const struct {
    std::string a, b, later, earlier;
  } rows[] = {
      {"2026.03.01", "2026.??.??", "2026.03.01", "2026.03.01"},
      {"2026.03.01", "2026.03.??", "2026.03.01", "2026.03.01"},
      {"2026.01.01", "2026.??.??", "2026.01.01", "2026.01.01"},
      {"2026.03.01", "2027.??.??", "2027.??.??", "2026.03.01"},
      {"2026.03.01", "2025.??.??", "2026.03.01", "2025.??.??"},
      {"2026.03.01", "????.??.??", "2026.03.01", "2026.03.01"},
      {"2026.03.01", "", "2026.03.01", "2026.03.01"},
      {"2026.03.01", "2026.03.02", "2026.03.02", "2026.03.01"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.a, row.b);
    CHECK(later_date(row.a, row.b) == row.later);
    CHECK(later_date(row.b, row.a) == row.later);
    CHECK(earlier_date(row.a, row.b) == row.earlier);
    CHECK(earlier_date(row.b, row.a) == row.earlier);
  }
}

TEST_CASE("dates: the day of a time") {
  for (const char* time : {"2026-03-07T10:20:30.000Z", "2026-03-07 10:20:30", "2026-03-07"}) {
    CHECK(day_of_time(time) == "2026.03.07");
  }
  for (const char* time : {"", "None", "2026-03-7 10:20", "2026-02-30T10:20", "2026-03",
                           "2026-03-07x", "20260307T1020"}) {
    CHECK(day_of_time(time).empty());
  }
}

}  // namespace date_test
