
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <set>

#include "cli/database/db_command.h"
#include "cli/database/query.h"
#include "cli/input/inputs.h"
#include "cli/line/confirmation.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "cli/records/record_output.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "db/games/record_row.h"
#include "db/import/import.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct QuarantineOptions : QueryOptions {
  std::vector<std::int64_t> ids;
  CheckOptions check;
  bool fix = false;
  db::Corrections corrections = db::Corrections::report;
  Confirmation confirmation;
};

using Records = std::vector<db::QuarantinedRecord>;

/// The quarantined records with these ids, or all without ids. Throws InputError for an
/// unknown id.
Records records_of(const db::Store& store, const std::vector<std::int64_t>& ids) {
  Records records;
  const auto missing = db::visit_quarantine(store, ids, [&](const db::QuarantinedRecord& record) {
    records.push_back(record);
    return true;
  });
  if (missing.empty()) return records;
  throw InputError(message("no record {0} in quarantine; 'schiri db quarantine list' lists the ids",
                           missing.front()));
}

const Columns<db::QuarantinedRecord>& quarantine_columns() {
  using Row = const db::QuarantinedRecord&;
  static const Columns<db::QuarantinedRecord> columns = {
      {{"id", message("id"), Holds::count, "for the other commands of `db quarantine`"},
       [](Row row) { return row.id; }},
      {{"file", message("file")}, [](Row row) { return row.file; }},
      {{"line", message("line"), Holds::count, "in which the record begins"},
       [](Row row) { return row.line; }},
      {{"index", message("index"), Holds::count, "number of the game in its file, from 1"},
       [](Row row) { return row.number; }},
      {{"game", message("game"), Holds::text, "null if unknown"},
       [](Row row) { return text_or_null(row.game); }},
      {{"code", message("code"), Holds::text, "of the first finding"},
       [](Row row) { return row.code; }},
      {{"message", message("message"), Holds::text, "of the first finding"},
       [](Row row) { return row.message; }}};
  return columns;
}

ExitStatus list(const QuarantineOptions& options) {
  const db::Store store(options.db, db::Store::Mode::read);
  auto rows = options.rows(quarantine_columns());
  db::visit_quarantine(store, {},
                       [&](const db::QuarantinedRecord& record) { return rows.add(record); });
  rows.finish();
  options.commit();
  return ExitStatus::done;
}

/// Removes bytes that a terminal would interpret.
void print_lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    console::out << printable(line, line.size() + 1) << '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  console::out << '\n';
}

/// Files and pipes receive the unchanged bytes.
void print_text(const std::string& text) {
  if (console::is_terminal(STDOUT_FILENO)) return print_lines(text);
  write_as_it_stood(console::out, text);
}

/// Prints a record file, with the findings in `%` lines, which readers skip.
ExitStatus show(const QuarantineOptions& options) {
  const db::Store store(options.db, db::Store::Mode::read);
  for (const db::QuarantinedRecord& record : records_of(store, options.ids)) {
    console::out << "% " << printable(record.file, 4096) << ':' << record.line << ": ["
                 << record.code << "] " << printable(record.message, 4096) << '\n';
    if (record.text) {
      print_text(*record.text);
    } else {
      console::out << "% " << translated(message("the record was too large to be stored"))
                   << "\n\n";
    }
  }
  return ExitStatus::done;
}

/// Checks a record again, and repairs it with --fix; nothing if its text was not stored.
std::optional<CheckedRecord> check_again(const db::QuarantinedRecord& record,
                                         const QuarantineOptions& options) {
  if (!record.text) return std::nullopt;
  const RecordForm& form = form_of_record(*record.text);
  ReadOptions reading;
  reading.check = options.check;
  reading.keep = Keep::records;
  reading.encoding = "UTF-8";  // its text was decoded before it was stored
  reading.keep_text = options.fix;
  reading.max_game_bytes = std::max(reading.max_game_bytes, record.text->size());
  std::optional<CheckedRecord> checked;
  TextSource source(*record.text);
  form.read(source, reading, [&](CheckedRecord& one) {
    checked = std::move(one);
    return false;
  });
  if (!checked) return checked;
  GameCheck& check = checked->check;
  check.index = record.number;
  check.line = record.line;
  for (Finding& finding : check.errors) finding.line += record.line - 1;
  if (options.fix && !check.valid() && &form == &usual_form()) {
    repair_and_tell(record.file, *checked, reading);
  }
  return checked;
}

ExitStatus retry(const QuarantineOptions& options) {
  require_known(options.check);
  Records records;
  {
    const db::Store store(options.db, db::Store::Mode::read);
    records = records_of(store, options.ids);
  }
  std::vector<std::pair<std::int64_t, db::RecordRow>> good;
  for (const db::QuarantinedRecord& record : records) {
    auto checked = check_again(record, options);
    if (!checked) continue;
    if (checked->check.valid()) {
      good.emplace_back(record.id, db::row_of(*checked, options.check));
      continue;
    }
    checked->check.warnings.clear();
    print_findings(console::err, record.file, checked->check);
  }
  const std::size_t left = records.size() - good.size();
  const ExitStatus status = left ? ExitStatus::wrong : ExitStatus::done;
  if (good.empty()) {
    say(console::out, message("no record can be stored, {0} in quarantine", left));
    return status;
  }
  if (!options.confirmation.confirms({counted(good.size(), "record") + " can be stored now, " +
                                      std::to_string(left) + " will remain in quarantine"})) {
    return status;
  }
  db::Store store(options.db, db::Store::Mode::write);
  db::Import import(store, "quarantine", options.corrections);
  std::size_t stored = 0, known = 0, corrected = 0;
  for (const auto& [id, row] : good) {
    ++(import.add(row, static_cast<std::uint64_t>(id)) ? stored : known);
  }
  std::set<std::int64_t> refused;
  const db::Settled settled = import.settle();
  stored -= settled.known;
  known += settled.known;
  for (const db::Correction& correction : settled.corrections) {
    print_correction(console::err, "record " + std::to_string(correction.place), correction);
    --(correction.is_copy ? known : stored);
    if (correction.applied) {
      ++corrected;
    } else {
      refused.insert(static_cast<std::int64_t>(correction.place));
    }
  }
  for (const auto& [id, row] : good) {
    if (!refused.contains(id)) import.release(id);
  }
  import.commit();
  Message text = message("{0} {0:game|games} stored", stored);
  if (known > 0) text = listed(text, message("{0} there already", known));
  if (corrected > 0) text = listed(text, message("{0} corrected", corrected));
  if (!refused.empty()) {
    text = listed(text, message("{0} {0:correction|corrections} not applied", refused.size()));
  }
  say(console::out, text);
  return refused.empty() ? status : ExitStatus::wrong;
}

ExitStatus drop(const QuarantineOptions& options) {
  std::vector<std::int64_t> ids;
  {
    const db::Store store(options.db, db::Store::Mode::read);
    for (const auto& record : records_of(store, options.ids)) ids.push_back(record.id);
  }
  if (ids.empty()) {
    say(console::out, message("nothing is in quarantine"));
    return ExitStatus::done;
  }
  if (!options.confirmation.confirms({counted(ids.size(), "record") + " in quarantine " +
                                      (ids.size() == 1 ? "is deleted" : "are deleted")})) {
    return ExitStatus::done;
  }
  db::Store store(options.db, db::Store::Mode::write);
  db::drop_quarantine(store, ids);
  console::out << "done\n";
  return ExitStatus::done;
}

}  // namespace

void add_db_quarantine(Command& db) {
  Command& quarantine =
      db.add_group("quarantine", "Examine records that imports refused, and retry them",
                   "list --db a.db", "database");
  const auto add = [&](const char* name, const char* description, const char* example,
                       ExitStatus (*run)(const QuarantineOptions&)) {
    return quarantine.add<QuarantineOptions>(name, description, example, "database", run);
  };
  const auto add_db_and_ids = [](Command& command, QuarantineOptions& options) {
    add_database(command, options.db, "Use this database");
    command.add_option("ID", options.ids, "The ids of records in the list (all)");
  };

  const auto [list_command, list_options] =
      add("list", "List the records, each with its first finding", "--db a.db", list);
  list_options.add_to(list_command);
  list_command.prints(quarantine_columns);

  const auto [show_command, show_options] =
      add("show", "Print the unchanged texts of the records", "--db a.db 7", show);
  add_db_and_ids(show_command, show_options);

  const auto [retry_command, retry_options] =
      add("retry", "Check the records again, and store the valid ones",
          "--db a.db --game creeper --yes", retry);
  add_db_and_ids(retry_command, retry_options);
  add_game(retry_command, "--game", retry_options.check.game,
           "Set the game of records without the tag Game");
  add_variant(retry_command, "--variant", retry_options.check.variant,
              "Set the variant of records without the tag Variant");
  retry_command.add_option("--roll", retry_options.check.roll,
                           "Set the first roll of records without the tag Roll");
  retry_command.add_flag("--fix", retry_options.fix,
                         "Repair errors that have only one repair, and list the repairs");
  add_corrections_option(retry_command, retry_options.corrections);
  retry_options.confirmation.add_to(retry_command);

  const auto [drop_command, drop_options] =
      add("drop", "Delete the records", "--db a.db 7 --yes", drop);
  add_db_and_ids(drop_command, drop_options);
  drop_options.confirmation.add_to(drop_command);
}

}  // namespace schiri::cli
