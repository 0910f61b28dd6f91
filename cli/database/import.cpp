#include "db/import/import.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "cli/database/db_command.h"
#include "cli/database/quarantined_records.h"
#include "cli/input/game_source.h"
#include "cli/input/inputs.h"
#include "cli/input/unknown_rules.h"
#include "cli/line/confirmation.h"
#include "cli/line/interrupt.h"
#include "cli/line/progress.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "core/base/date.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "db/games/record_row.h"
#include "db/games/store.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct ImportOptions {
  InputOptions input;
  std::string db;
  db::Corrections corrections = db::Corrections::report;
  bool fix = false;
  bool index = false;
  Format format = Format::text;
};

/// What became of the records.
struct Imported {
  std::uint64_t stored = 0, known = 0, quarantined = 0, repaired = 0, corrected = 0, refused = 0;
};

const Columns<Imported>& imported_columns() {
  using Row = const Imported&;
  static const Columns<Imported> columns = {
      {{"stored", {}, Holds::count, "new games"}, [](Row row) { return row.stored; }},
      {{"known", {}, Holds::count, "games that are stored already"},
       [](Row row) { return row.known; }},
      {{"quarantined", {}, Holds::count, "records with errors"},
       [](Row row) { return row.quarantined; }},
      {{"repaired", {}, Holds::count, "repaired records that left the quarantine"},
       [](Row row) { return row.repaired; }},
      {{"corrected", {}, Holds::count, "stored games that were replaced"},
       [](Row row) { return row.corrected; }},
      {{"refused", {}, Holds::count, "records that differ from a stored game, which stays"},
       [](Row row) { return row.refused; }}};
  return columns;
}

/// Imports files, each in one transaction: after an error or an interruption nothing of that file
/// is stored.
class Importer {
 public:
  explicit Importer(const ImportOptions& options)
      : options_(options), store_(options.db, db::Store::Mode::create), quarantined_(store_) {
    quarantined_.read_new();
    store_.discard_if_unused();
  }

  ExitStatus run() {
    ExitStatus status = ExitStatus::done;
    progress_.emplace("games", share_of_files(options_.input.files));
    for (const std::string& file : options_.input.files) {
      // An interruption between two files counts as well.
      status = worse(status, interrupt_.interrupted() ? give_up(file) : import_file(file));
      if (status == ExitStatus::interrupted) break;
    }
    progress_.reset();
    tell_total();
    note_unknown(unknown_, Unknown::checked, options_.input.read.check.game);
    if (undated_) {
      print_message(
          message("{0} {0:game has|games have} a date that cannot be read; the first is "
                  "'{1}' in {2}; --date-order dmy or mdy may read it",
                  undated_, first_undated_.first, first_undated_.second));
    }
    if (options_.index && status != ExitStatus::interrupted) index_stored_games(store_, false);
    return status;
  }

 private:
  void tell_total() const {
    if (options_.format == Format::json) {
      return write_line(console::out, imported_columns().object(all_));
    }
    Message text =
        message("{0} {0:game|games} stored, {1} in quarantine", all_.stored, all_.quarantined);
    if (all_.repaired)
      text = listed(text, message("{0} repaired and removed from it", all_.repaired));
    if (all_.known) text = listed(text, message("{0} there already", all_.known));
    if (all_.corrected) text = listed(text, message("{0} corrected", all_.corrected));
    if (all_.refused) {
      text = listed(text, message("{0} {0:correction|corrections} not applied", all_.refused));
    }
    say(console::out, text);
  }

  ExitStatus import_file(const std::string& file) {
    file_ = {};
    repaired_.clear();
    places_.clear();
    names_.clear();
    try {
      // Reading a slow pipe must not block other writers of the database.
      const RereadableInputs source({file});
      db::Import import(store_, file, options_.corrections);
      const auto take_game = [&](const std::string& name, CheckedRecord& record,
                                 db::RecordRow& row) {
        progress_->count();
        take(source.name_of(name), record, row, import);
        return !interrupt_.interrupted();
      };
      ReadOptions read = options_.input.read;
      const auto sink = sink_after(read, std::bind_front(&Importer::row_of, this), take_game);
      const ExitStatus reading =
          read_source(source.paths().front(), read, options_.input.form(), sink);
      if (interrupt_.interrupted()) return give_up(file);
      // An empty database is not made for a file that cannot be read.
      const bool is_empty = file_.stored + file_.quarantined + file_.known == 0;
      return is_empty && reading == ExitStatus::unusable ? reading : worse(reading, commit(import));
    } catch (const db::NamesCollide& error) {
      print_message(error.message());
      return ExitStatus::unusable;
    } catch (const std::system_error& error) {
      // An error of a read that Ctrl-C interrupted is not an error of the file.
      if (interrupt_.interrupted()) return give_up(file);
      print_message(printable(message_of(error), 4096));
      return ExitStatus::unusable;
    }
  }

  /// Games are prepared for storing on the threads that check.
  db::RecordRow row_of(CheckedRecord& record) const {
    return record.check.valid() ? db::row_of(record, options_.input.read.check) : db::RecordRow();
  }

  void take(const std::string& file, CheckedRecord& record, db::RecordRow& row,
            db::Import& import) {
    tell_guess(file, record);
    if (options_.fix && !record.check.valid()) {
      repair_and_tell(file, record, options_.input.read);
      row = row_of(record);
    }
    if (record.check.valid()) {
      note_date(file, row);
      const std::uint64_t place = add_place(file, record.check.line);
      for (const std::int64_t id : quarantined_.repaired_by(row)) repaired_.emplace(id, place);
      ++(import.add(row, place) ? file_.stored : file_.known);
      count_unknown(record.check.game, unknown_);
    } else {
      print_findings(console::err, file, record.check);
      import.quarantine(file, record.check, record.text);
      ++file_.quarantined;
    }
  }

  /// A number for the record, as lines count from 1 in each file of an archive.
  std::uint64_t add_place(const std::string& file, std::size_t line) {
    if (names_.empty() || names_.back() != file) names_.push_back(file);
    places_.emplace_back(names_.size() - 1, line);
    return places_.size() - 1;
  }

  std::string text_of_place(std::uint64_t place) const {
    const auto& [name, line] = places_[place];
    return names_[name] + ":" + std::to_string(line);
  }

  void note_date(const std::string& file, const db::RecordRow& row) {
    if (row.date == "?" || read_date(row.date)) return;
    if (undated_++ == 0) first_undated_ = {printable(row.date), printable(file, 4096)};
  }

  ExitStatus commit(db::Import& import) {
    const auto [corrections, known] = import.settle();
    file_.stored -= known;
    file_.known += known;
    const std::uint64_t released = release_repaired(import, corrections);
    import.commit();
    if (file_.quarantined > 0) quarantined_.read_new();
    all_.repaired += released;
    for (const db::Correction& correction : corrections) {
      print_correction(console::err, text_of_place(correction.place), correction);
      --(correction.is_copy ? file_.known : file_.stored);
      ++(correction.applied ? file_.corrected : file_.refused);
    }
    all_.stored += file_.stored;
    all_.quarantined += file_.quarantined;
    all_.known += file_.known;
    all_.corrected += file_.corrected;
    all_.refused += file_.refused;
    return file_.quarantined || file_.refused ? ExitStatus::wrong : ExitStatus::done;
  }

  /// Removes repaired records from quarantine, except those that only contradict a stored game.
  std::uint64_t release_repaired(db::Import& import,
                                 const std::vector<db::Correction>& corrections) const {
    std::set<std::uint64_t> refused;
    for (const db::Correction& correction : corrections) {
      if (!correction.applied) refused.insert(correction.place);
    }
    std::uint64_t released = 0;
    for (const auto& [id, place] : repaired_) {
      if (refused.contains(place)) continue;
      released += import.release(id);
    }
    return released;
  }

  static ExitStatus give_up(const std::string& file) {
    print_message(message("interrupted; nothing of {0} and of the files after it is stored",
                          printable(file, 4096)));
    return ExitStatus::interrupted;
  }

  const ImportOptions& options_;
  db::Store store_;
  QuarantinedRecords quarantined_;                           ///< before the present file
  std::map<std::int64_t, std::uint64_t> repaired_;           ///< by the record of this place
  std::vector<std::pair<std::size_t, std::size_t>> places_;  ///< name and line, of the present file
  std::vector<std::string> names_;                           ///< of the files of an archive
  UnknownRules unknown_;                                     ///< stored or known
  std::uint64_t undated_ = 0;                                ///< games whose date cannot be read
  std::pair<std::string, std::string> first_undated_;        ///< the date and its file
  std::optional<ProgressLine> progress_;                     ///< only while files are read
  InterruptGuard interrupt_{message("nothing of the present file is stored")};
  Imported all_;
  Imported file_;  ///< of the present file, if it is stored
};

ExitStatus run_import(ImportOptions& options) {
  options.input.check({.database = options.db});
  if (options.fix && options.input.from != "pgn") {
    throw InputError(message("--fix repairs only PGN records"));
  }
  return Importer(options).run();
}

}  // namespace

void add_db_import(Command& db) {
  const auto [command, options] = db.add<ImportOptions>(
      "import", "Import records, each file as a whole; invalid ones go to quarantine",
      "--db all.db *.pgn.gz", "database", run_import);
  options.input.read.keep = Keep::records;
  options.input.read.keep_text = true;
  options.input.add_to(command);
  options.input.add_conversions(command);
  command.add_flag("--fix", options.fix,
                   "Repair errors that have only one repair, and list the repairs");
  add_database(command, options.db, "Store the games in this database, created if missing");
  command.add_flag("--add-index", options.index,
                   "Add the games to the position index, as 'schiri db index' does");
  add_corrections_option(command, options.corrections);
  command.prints(imported_columns);
  command.add_format(options.format);
  command.add_flag("--strict", options.input.read.check.strict, "Treat warnings as errors");
}

}  // namespace schiri::cli
