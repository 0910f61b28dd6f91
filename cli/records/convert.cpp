#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>

#include "cli/command.h"
#include "cli/io/findings.h"
#include "cli/io/inputs.h"
#include "cli/records/record_output.h"
#include "notation/game_types.h"
#include "notation/printable.h"
#include "notation/records/abstract_play.h"
#include "notation/records/foreign_record.h"
#include "notation/records/json_record.h"
#include "notation/records/record_start.h"
#include "notation/records/repair.h"

namespace schiri::cli {

namespace {

struct ConvertOptions {
  InputOptions input;
  std::string from = "pgn";
  std::string to = "pgn";
  std::string output = "-";
  std::string rejects;
  bool fix = false;
};

/// The game that has this foreign notation.
const GameType& game_of_notation(std::string_view name) {
  for (const GameType* type : game_types()) {
    const ForeignNotation* notation = type->foreign_notation();
    if (notation && notation->name() == name) return *type;
  }
  throw UsageError("no game is written in '" + std::string(name) + "'");
}

std::vector<std::string> format_names() {
  std::vector<std::string> names = {"pgn", "json", "abstractplay"};
  for (const GameType* type : game_types()) {
    if (type->foreign_notation()) names.emplace_back(type->foreign_notation()->name());
  }
  return names;
}

/// A record in the form that is wanted, and what that form cannot hold.
struct Rendered {
  std::string text;
  std::string obstacle;  ///< why it cannot hold the record at all, or empty
  std::vector<std::string> losses;
};

class Converter {
 public:
  Converter(const ConvertOptions& options, RecordOutput& out) : options_(options), out_(out) {}

  ExitStatus run() {
    InputOptions input = options_.input;
    input.read.keep_text = options_.fix || out_.needs_text();
    if (!options_.fix) input.read.work = [this](CheckedRecord& record) { render(record); };
    const ExitStatus reading =
        read_inputs(input, reader(), [&](const std::string& file, CheckedRecord& record) {
          if (options_.fix) fix(file, record);
          return take(file, record);
        });
    tell_losses();
    out_.finish(reading == ExitStatus::done);
    return worse(reading, status_);
  }

 private:
  RecordReading reader() const {
    if (options_.from == "pgn") return read_records;
    if (options_.from == "json") return read_json_records;
    if (options_.from == "abstractplay") return read_abstract_play;
    const GameType& type = game_of_notation(options_.from);
    return [&type](ByteSource& source, const ReadOptions& read, const auto& sink) {
      read_foreign_records(source, type, read, sink);
    };
  }

  /// One that stays broken keeps its text.
  void fix(const std::string& file, CheckedRecord& record) {
    std::string text = record.check.valid() ? "" : record.text;
    const std::vector<Repair> repairs = repair(record, options_.input.read);
    if (!record.check.valid()) {
      record.text = std::move(text);
      return;
    }
    for (const Repair& repair : repairs) {
      std::cerr << printable(file, 4096) << ':' << repair.line << ": repaired: " << repair.what
                << " [game " << record.check.index << "]\n";
    }
    render(record);
  }

  /// Leaves the record as it is to be written as its note. On the thread that has checked it.
  void render(CheckedRecord& record) const {
    if (!record.check.valid()) return;
    complete_tags(record, options_.input.read.check);
    Rendered rendered;
    if (options_.to == "pgn") {
      rendered.text = write_record(record.record);
    } else if (options_.to == "json") {
      rendered.text = write_json_record(record.record) + '\n';
    } else {
      rendered = render_elsewhere(record);
    }
    record.record = {};
    record.note = std::move(rendered);
  }

  /// In a form of other programs, which may not hold everything.
  Rendered render_elsewhere(CheckedRecord& record) const {
    std::optional<std::string> line;
    Rendered rendered;
    if (options_.to == "abstractplay") {
      line = write_abstract_play(record, options_.input.read.check);
      rendered.obstacle = abstract_play_obstacle(record.record);
      rendered.losses = abstract_play_losses(record.record);
    } else {
      const GameType& type = game_of_notation(options_.to);
      line = write_foreign_record(record.record, type);
      rendered.losses = foreign_losses(record.record);
      if (!line) {
        rendered.obstacle = options_.to + " holds only games of " + std::string(type.title()) +
                            " from the usual start";
      }
    }
    if (line) rendered.text = *line + '\n';
    return rendered;
  }

  bool take(const std::string& file, const CheckedRecord& record) {
    if (!record.check.valid()) {
      print_findings(std::cerr, file, record.check);
      status_ = ExitStatus::wrong;
      return out_.leave_out(file, record);
    }
    const auto& rendered = std::any_cast<const Rendered&>(record.note);
    if (!rendered.obstacle.empty()) {
      std::cerr << "schiri: " << printable(file, 4096) << ": game " << record.check.index
                << " is left out: " << rendered.obstacle << '\n';
      status_ = ExitStatus::wrong;
      return out_.leave_out(file, record);
    }
    for (const std::string& loss : rendered.losses) ++losses_[loss];
    out_.stream() << rendered.text;
    return out_.count_written();
  }

  void tell_losses() const {
    for (const auto& [loss, games] : losses_) {
      std::cerr << "schiri: " << options_.to << " cannot hold " << loss << "; left out in " << games
                << (games == 1 ? " game\n" : " games\n");
    }
  }

  const ConvertOptions& options_;
  RecordOutput& out_;
  ExitStatus status_ = ExitStatus::done;
  std::map<std::string, std::uint64_t> losses_;
};

ExitStatus run_convert(const ConvertOptions& options) {
  options.input.check();
  if (options.fix && options.from != "pgn") throw UsageError("--fix: repairs records in PGN alone");
  RecordOutput output(options.output, options.rejects, options.input.files, options.from != "pgn");
  if (output.is_input() && options.from != options.to) {
    throw UsageError(printable(options.output, 4096) + " is read as " + options.from +
                     " and would be written as " + options.to + "; name another file");
  }
  return Converter(options, output).run();
}

}  // namespace

void add_convert(Command& app, ExitStatus& status) {
  auto options = std::make_shared<ConvertOptions>();
  Command* command =
      app.add_subcommand("convert", "Rewrite records, in canonical form unless told otherwise");
  command->footer("Example: schiri convert old.pgn --fix -o clean.pgn");
  options->input.read.keep = Keep::records;
  options->input.add_to(*command);
  command->add_option("--from", options->from, "The form of the files")->one_of(format_names());
  command->add_option("--to", options->to, "The form that is written")->one_of(format_names());
  command->add_flag("--fix", options->fix,
                    "Repair what can be without guessing, and list each repair");
  command->add_option("-o,--output", options->output,
                      "The file to write instead of the output; in one of the files that are read, "
                      "games that cannot be converted stay as they are");
  command->add_option("--rejects", options->rejects,
                      "A file for games that cannot be converted, as they stand");
  command->callback([options, &status] { status = run_convert(*options); });
}

}  // namespace schiri::cli
