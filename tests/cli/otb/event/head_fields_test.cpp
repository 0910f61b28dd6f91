#include "cli/otb/event/fields.h"
#include "tests/catch.h"

namespace head_fields_test {

using namespace schiri::otb;

TEST_CASE("head fields: dates and times of rounds are read, replaced and removed") {
  std::vector<RoundTime> schedule;
  read_round_time("2=2026-11-21 9:05", schedule);
  read_round_time("3=14:30", schedule);
  read_round_time("1=2026.11.20", schedule);
  REQUIRE(schedule.size() == 3);
  CHECK(schedule[0] == RoundTime{"2026.11.20", ""});
  CHECK(schedule[1] == RoundTime{"2026.11.21", "09:05"});
  CHECK(schedule[2] == RoundTime{"", "14:30"});
  read_round_time("3=", schedule);
  CHECK(schedule.size() == 2);
  for (const char* text :
       {"", "2026-11-21", "0=2026-11-21", "1001=2026-11-21", "18446744073709551616=9:00",
        "2=2026-02-30", "2=2026-11", "2=24:00", "2=9:60", "2=9:5:1", "2=-1:00",
        "2=9:", "2=2026-11-21 9:00 10:00", "2=2026-11-21 2026-11-22", "x=9:00"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_round_time(text, schedule), EventError);
  }
  CHECK(schedule.size() == 2);
}

TEST_CASE("head fields: the dates of rounds have the columns of their results in a TRF file") {
  const std::vector<RoundTime> schedule = {{"2026.11.20", "18:00"}, {}, {"2026.11.22", ""}};
  const std::string text = trf_round_dates(schedule);
  // Columns 92 to 99 of the line, whose code and space are not in the text.
  CHECK(text.substr(87, 8) == "26/11/20");
  CHECK(text.substr(107) == "26/11/22");
  const auto read = read_trf_round_dates(text);
  REQUIRE(read.size() == 3);
  CHECK(read[0].date == "2026.11.20");
  CHECK_FALSE(read[1].is_known());
  CHECK(read[2].date == "2026.11.22");
  CHECK(trf_round_dates({{"", "18:00"}}).empty());
  CHECK(read_trf_round_dates("26/11/20 26/11/21").empty());
  // A part that is no date keeps the whole line as it was.
  CHECK(read_trf_round_dates(text + "  soon").empty());
  CHECK(read_trf_round_dates("Rounds: " + text.substr(8)).empty());
  CHECK(read_trf_round_dates(std::string(1 << 20, 'x')).empty());
}

TEST_CASE("head fields: lines of other programs' files become fields of the event") {
  EventHead head;
  head.date = "2026.11.20";
  head.report = {{"032", "GER"},    {"052", "2026/11/22"}, {"102", "Otto Tor"}, {"112", "Ann B"},
                 {"112", "Carl D"}, {"122", "90 min"},     {"132", "soon"},     {"999", "kept"}};
  take_report_lines(head);
  CHECK(head.federation == "GER");
  CHECK(head.end_date == "2026.11.22");
  CHECK(head.arbiter == "Otto Tor");
  CHECK(head.deputies == "Ann B; Carl D");
  CHECK(head.time_control == "90 min");
  // What is not understood stays as it is.
  CHECK(head.report == decltype(head.report){{"132", "soon"}, {"999", "kept"}});
  EventHead odd;
  odd.report = {{"032", "Germany"}, {"052", "tomorrow"}};
  take_report_lines(odd);
  CHECK(odd.federation.empty());
  CHECK(odd.report.size() == 2);
  EventHead partial;
  partial.report = {{"022", "Ulm"}, {"042", "2026/11"}, {"052", "2026"}};
  take_report_lines(partial);
  CHECK(partial.place == "Ulm");
  CHECK(partial.date == "2026.11.??");
  CHECK(partial.end_date == "2026.??.??");
  CHECK(partial.report.empty());
}

}  // namespace head_fields_test
