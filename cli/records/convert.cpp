#include <functional>
#include <map>
#include <memory>

#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "cli/line/index_ranges.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "cli/records/edit_options.h"
#include "cli/records/record_output.h"
#include "core/base/text.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/forms/csv_record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct ConvertOptions {
  InputOptions input;
  std::string to = "pgn";
  std::string output = "-";
  std::string rejects;
  bool fix = false;
  bool by_rules = false;
  IndexRanges index;
  EditOptions edits;
};

/// The output of one game.
struct RenderedGame {
  std::string text;
  std::vector<Record> rows;  ///< instead of the text, for a table
  Message obstacle;          ///< the reason why there is no output, or empty
  std::vector<Message> losses;
  std::vector<Message> omitted;  ///< the reason for each variation that is missing
};

class Converter {
 public:
  Converter(ConvertOptions& options, RecordOutput& out) : options_(options), out_(out) {
    options_.edits.add_names_to(names_);
  }

  ExitStatus run() {
    InputOptions input = options_.input;
    input.read.keep_text = options_.fix || out_.needs_text();
    const auto work = [this](CheckedRecord& record) {
      return options_.fix ? RenderedGame() : render(record);
    };
    const ExitStatus reading = work_on_inputs(input, work, std::bind_front(&Converter::take, this));
    if (reading == ExitStatus::done) {
      options_.index.require_seen();
      names_.require_known();
    }
    tell_losses();
    out_.finish(reading == ExitStatus::done);
    return worse(reading, status_);
  }

 private:
  RenderedGame render(CheckedRecord& record) {
    RenderedGame rendered;
    names_.add_known(record);
    if (!record.check.valid()) return rendered;
    complete_tags(record, options_.input.read.check);
    CheckedRecord whole;
    whole.check = record.check;
    whole.record = std::move(record.record);
    auto edited = options_.edits.edit(std::move(whole), options_.input.read.check);
    rendered.obstacle = std::move(edited.obstacle);
    rendered.omitted = std::move(edited.omitted);
    for (CheckedRecord& one : edited.records) add(one, rendered);
    return rendered;
  }

  void add(CheckedRecord& record, RenderedGame& rendered) const {
    if (options_.to == "csv") {
      // The first record determines the columns of the table, so they are written in order.
      rendered.rows.push_back(std::move(record.record));
    } else if (options_.to == "pgn") {
      write_record(record.record, rendered.text, options_.edits.style());
    } else {
      WrittenRecord written = write_as(record, options_.to, options_.input.read.check);
      const bool is_game = rendered.text.empty();
      if (is_game) rendered.losses = std::move(written.losses);
      if (is_game) rendered.obstacle = std::move(written.obstacle);
      if (!written.obstacle.empty()) rendered.omitted.push_back(std::move(written.obstacle));
      rendered.text += written.text;
    }
  }

  /// Keeps a record that `--index` excludes.
  bool leave(const std::string& file, const CheckedRecord& record) {
    const bool is_last = options_.input.files.size() == 1 && !out_.is_input() &&
                         options_.index.ends_at(record.check.index);
    return out_.keep(file, record) && !is_last;
  }

  bool take(const std::string& file, CheckedRecord& record, RenderedGame& rendered) {
    options_.index.see(record.check.index);
    if (!options_.index.contains(record.check.index)) return leave(file, record);
    if (options_.fix) {
      repair_and_tell(file, record, options_.input.read, options_.by_rules);
      rendered = render(record);
    }
    if (!record.check.valid()) {
      print_findings(console::err, file, record.check);
      status_ = ExitStatus::wrong;
      return out_.leave_out(file, record);
    }
    if (!rendered.obstacle.empty()) {
      report(message("{0}: game {1} is left out: {2}", printable(file, 4096), record.check.index,
                     rendered.obstacle));
      return out_.leave_out(file, record);
    }
    for (const Message& why : rendered.omitted) {
      report(message("{0}: game {1}: a variation is omitted: {2}", printable(file, 4096),
                     record.check.index, why));
    }
    for (const Message& loss : rendered.losses) {
      Loss& known = losses_[loss.english()];
      known.what = loss;
      ++known.games;
    }
    out_.stream() << rendered.text;
    for (const Record& row : rendered.rows) out_.stream() << table_.write(row);
    return out_.count_written();
  }

  void report(const Message& what) {
    print_message(what);
    status_ = ExitStatus::wrong;
  }

  void tell_losses() const {
    for (const auto& [english, loss] : losses_) {
      print_message(message("{0} cannot hold {1}; omitted from {2} {2:game|games}", options_.to,
                            loss.what, loss.games));
    }
  }

  /// A part of records that the form cannot hold, and how many games lack it.
  struct Loss {
    Message what;
    std::uint64_t games = 0;
  };

  ConvertOptions& options_;
  RecordOutput& out_;
  ExitStatus status_ = ExitStatus::done;
  NameCheck names_;  ///< the tags to keep
  CsvWriter table_;
  std::map<std::string, Loss> losses_;  ///< by their English words
};

ExitStatus run_convert(ConvertOptions& options) {
  const std::string& from = options.input.from;
  options.input.check();
  options.edits.prepare(options.to);
  if (options.fix && from != "pgn") {
    throw InputError(message("--fix repairs only PGN records"));
  }
  RecordOutput output(options.output, options.rejects, options.input.files, from != "pgn");
  if (output.is_input() && from != options.to) {
    throw InputError(
        message("{0} is read as {1} and would be written as {2}; specify another output file",
                printable(options.output, 4096), from, options.to));
  }
  if (output.is_input() && from == "csv") {
    throw InputError(
        message("{0} is read as a table, and its columns may change; specify another "
                "output file",
                printable(options.output, 4096)));
  }
  return Converter(options, output).run();
}

}  // namespace

void add_convert(Command& app) {
  const auto [command, options] =
      app.add<ConvertOptions>("convert", "Convert records to another format, or repair them",
                              "old.pgn --fix -o clean.pgn", "formats", run_convert);
  options.input.read.keep = Keep::records;
  options.input.add_to(command);
  options.input.add_conversions(command);
  add_language(command);
  options.index.add_to(command, "Convert only these games of each file, counted from 1");
  command.add_option("--to", options.to, "Set the format of the output (pgn)")
      ->one_of(written_form_names());
  Option* const fix = command.add_flag(
      "--fix", options.fix, "Repair errors that have only one repair, and list the repairs");
  command
      .add_flag("--by-rules", options.by_rules,
                "With --fix: write the result of the rules even if Termination explains another")
      ->needs(fix);
  options.edits.add_to(command);
  command.add_file("-o,--output", options.output,
                   "Write to this file; in an input file, other games stay unchanged");
  command.add_file("--rejects", options.rejects,
                   "Write games that cannot be converted to this file, unchanged");
}

}  // namespace schiri::cli
