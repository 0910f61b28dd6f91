#include <string>

#include "notation/records/conversion/played_record.h"
#include "notation/records/forms/abstract_play.h"
#include "notation/records/forms/csv_record.h"
#include "notation/records/forms/foreign_record.h"
#include "notation/records/forms/json_record.h"
#include "notation/records/record.h"
#include "tests/fuzz/reading.h"
#include "tests/fuzz/subject.h"

// Any bytes as records in a form of `--from` other than PGN; the build names the form. A valid
// record is written in that form and as PGN, and gives the same game when it is read again.

using namespace schiri;

namespace {

/// A form of records.
struct Form {
  Reading read;
  /// Empty if the form cannot hold the record.
  std::function<std::optional<std::string>(const CheckedRecord&)> write;
  bool is_table = false;  ///< the first line names the columns
};

Form form_of(std::string_view name) {
  if (name == "json") {
    return {read_json_records,
            [](const CheckedRecord& checked) { return write_json_record(checked.record); }};
  }
  if (name == "abstractplay") {
    return {read_abstract_play, [](const CheckedRecord& checked) {
              return write_abstract_play(checked, fuzz_options().check);
            }};
  }
  if (name == "csv") {
    return {read_csv_records,
            [](const CheckedRecord& checked) { return CsvWriter().write(checked.record); }, true};
  }
  require(name == "softserve", "the build names a form");
  const GameType& creeper = *find_game("creeper");
  return {[&](ByteSource& source, const ReadOptions& options, const auto& sink) {
            read_foreign_records(source, creeper, options, sink);
          },
          [&](const CheckedRecord& checked) -> std::optional<std::string> {
            // A line of actions has the result of the rules.
            const auto& ending = checked.check.ending;
            const bool is_by_rules =
                checked.record.result == (ending ? result_text(ending->outcome) : "*");
            return is_by_rules ? write_foreign_record(checked.record, creeper) : std::nullopt;
          }};
}

void require_same_game(const CheckedRecord& a, const CheckedRecord& b) {
  require(a.check.game == b.check.game && a.check.variant == b.check.variant,
          "the game is the same");
  require(a.record.turns() == b.record.turns(), "the turns are the same");
  require(a.check.turns == b.record.turns().size(), "every turn was checked");
  require(a.record.result == b.record.result, "the result is the same");
}

void check_form(const Form& form, CheckedRecord record) {
  require(record.check.turns == record.record.turns().size(), "every kept turn was checked");
  complete_tags(record, fuzz_options().check);
  require_same_game(record, only_valid(read_records, write_record(record.record)));
  const auto written = form.write(record);
  if (!written) return;
  require(form.is_table || written->find('\n') == written->npos, "a record is one line");
  // In that form a line without turns is not a game.
  if (written->empty()) return;
  CheckedRecord again = only_valid(form.read, *written + '\n');
  require_same_game(record, again);
  complete_tags(again, fuzz_options().check);
  require(form.write(again) == written, "writing is idempotent");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Form form = form_of(fuzz_subject);
  const std::string text(data, data + size);
  const auto records = read_all(form.read, text);
  require_same(records, read_all(form.read, text, 61));
  for (const CheckedRecord& record : records) {
    require_findings(record.check.errors);
    require_findings(record.check.warnings);
    if (record.check.valid()) check_form(form, record);
  }
  return 0;
}
