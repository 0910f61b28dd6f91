#include <iostream>

#include "cli/otb/options.h"
#include "cli/print/findings.h"
#include "core/base/names.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Where a record belongs in the last round, as a board from 1; 0 if nowhere.
std::uint64_t board_of(const OpenEvent& event, const Record& record) {
  if (event.rounds().empty()) return 0;
  const auto games = event.games(event.rounds().size());
  const auto people = event.people();
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!games[i].white || !games[i].black) continue;
    if (is_same_name(people[*games[i].white].name, record.tag("White")) &&
        is_same_name(people[*games[i].black].name, record.tag("Black"))) {
      return i + 1;
    }
  }
  return 0;
}

std::optional<BoardResult> result_of(const Record& record) {
  const auto result = find_board_result(record.result);
  return result && was_played(*result) ? result : std::nullopt;
}

/// Takes the results of a round from the records of its games.
class ResultTaker {
 public:
  explicit ResultTaker(const PeopleOptions& options)
      : options_(options),
        journal_(open_to_change(options)),
        round_(journal_.event().rounds().size()) {}

  /// Records that do not belong here are reported and the others taken; if a file cannot be read,
  /// none are.
  ExitStatus run() {
    InputOptions input = options_.input;
    input.read.keep = Keep::records;
    input.check();
    OutputFile output = open_output(options_);
    const ExitStatus reading =
        read_inputs(input, [this](const std::string& file, CheckedRecord& checked) {
          look_at(file, checked);
          return true;
        });
    const bool takes = reading == ExitStatus::done;
    if (!takes) std::cerr << "schiri: the event is as it was\n";
    output.stream() << (takes ? taken_ : 0) << (takes && taken_ == 1 ? " result" : " results")
                    << " taken\n";
    if (takes) {
      finish(journal_, output);
    } else {
      output.commit();
    }
    return worse(status_, reading);
  }

 private:
  void look_at(const std::string& file, CheckedRecord& checked) {
    if (!checked.check.valid()) {
      print_findings(std::cerr, file, checked.check);
      status_ = ExitStatus::wrong;
      return;
    }
    const std::uint64_t board = board_of(journal_.event(), checked.record);
    const auto result = result_of(checked.record);
    if (const char* why = objection(checked, board, result)) {
      std::cerr << "schiri: " << printable(file, 4096) << ": game " << checked.check.index << ": "
                << why << '\n';
      status_ = ExitStatus::wrong;
      return;
    }
    complete(checked.record, board);
    journal_.set_result(round_, board, *result, write_record(checked.record));
    ++taken_;
  }

  /// Why a record is not taken, or null.
  const char* objection(const CheckedRecord& checked, std::uint64_t board,
                        const std::optional<BoardResult>& result) const {
    const EventHead& head = journal_.head();
    if (board == 0) {
      return "its players do not meet in the last round, White and Black like this";
    }
    if (!result) return "it has no result";
    if (checked.check.game != head.game || checked.check.variant != head.variant) {
      return "it is of another game or variant than the event";
    }
    const bool has_result = journal_.event().games(round_)[board - 1].result.has_value();
    return has_result ? "its board has a result already" : nullptr;
  }

  /// The event's tags.
  void complete(Record& record, std::uint64_t board) const {
    const EventHead& head = journal_.head();
    record.set_tag("Event", head.name);
    if (record.tag("Site").empty()) record.set_tag("Site", head.place.empty() ? "?" : head.place);
    if (record.tag("Date").empty()) record.set_tag("Date", head.date);
    record.set_tag(
        "Round", std::to_string(round_) + "." + journal_.event().games(round_)[board - 1].table());
  }

  const PeopleOptions& options_;
  EventJournal journal_;
  const std::uint64_t round_;
  ExitStatus status_ = ExitStatus::done;
  std::size_t taken_ = 0;
};

}  // namespace

ExitStatus run_import_results(const PeopleOptions& options) { return ResultTaker(options).run(); }

}  // namespace schiri::cli
