#include <cstdio>
#include <fstream>
#include <iostream>

#include "cli/command.h"
#include "cli/findings.h"
#include "cli/inputs.h"
#include "cli/output_file.h"
#include "notation/finding_log.h"
#include "notation/foreign_record.h"
#include "notation/games.h"
#include "notation/json_record.h"
#include "notation/record_start.h"

namespace schiri::cli {

namespace {

struct ConvertOptions {
  InputOptions input;
  std::string from = "pgn";
  std::string to = "pgn";
  std::string output = "-";
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
  std::vector<std::string> names = {"pgn", "json"};
  for (const GameType* type : game_types()) {
    if (type->foreign_notation()) names.emplace_back(type->foreign_notation()->name());
  }
  return names;
}

class Converter {
 public:
  Converter(const ConvertOptions& options, std::ostream& out) : options_(options), out_(out) {}

  ExitStatus run() {
    const ExitStatus reading =
        read_inputs(options_.input, reader(), [&](const std::string& file, CheckedRecord& record) {
          convert(file, record);
          return bool(out_);
        });
    if (!losses_.empty()) {
      std::cerr << "schiri: " << options_.to << " cannot hold " << losses_
                << "; they were left out\n";
    }
    return worse(reading, status_);
  }

 private:
  RecordReading reader() const {
    if (options_.from == "pgn") return read_records;
    if (options_.from == "json") return read_json_records;
    const GameType& type = game_of_notation(options_.from);
    return [&type](ByteSource& source, const ReadOptions& read, const auto& sink) {
      read_foreign_records(source, type, read, sink);
    };
  }

  void convert(const std::string& file, CheckedRecord& record) {
    if (!record.check.valid()) {
      print_findings(std::cerr, file, record.check);
      status_ = ExitStatus::wrong;
      return;
    }
    complete_tags(record, options_.input.read.check);
    if (options_.to == "pgn") {
      out_ << write_record(record.record);
    } else if (options_.to == "json") {
      out_ << write_json_record(record.record) << '\n';
    } else {
      write_foreign(file, record);
    }
  }

  void write_foreign(const std::string& file, const CheckedRecord& record) {
    const auto line = write_foreign_record(record.record, game_of_notation(options_.to));
    if (!line) {
      std::cerr << "schiri: " << printable(file, 4096) << ": game " << record.check.index << " is "
                << "left out: " << options_.to << " holds only games of "
                << game_of_notation(options_.to).title() << " from the usual start\n";
      status_ = ExitStatus::wrong;
      return;
    }
    out_ << *line << '\n';
    const std::string losses = list_foreign_losses(record.record);
    if (losses.size() > losses_.size()) losses_ = losses;
  }

  const ConvertOptions& options_;
  std::ostream& out_;
  ExitStatus status_ = ExitStatus::done;
  std::string losses_;
};

ExitStatus run_convert(const ConvertOptions& options) {
  options.input.check();
  OutputFile output(options.output);
  const ExitStatus status = Converter(options, output.stream()).run();
  output.commit();
  return status;
}

}  // namespace

void add_convert(CLI::App& app, ExitStatus& status) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "Rewrite records, in canonical form unless told otherwise");
  options->input.read.keep_records = true;
  options->input.add_to(*command);
  command->add_option("--from", options->from, "The form of the files")
      ->check(CLI::IsMember(format_names()));
  command->add_option("--to", options->to, "The form that is written")
      ->check(CLI::IsMember(format_names()));
  command->add_option("-o,--output", options->output, "The file to write instead of the output");
  command->callback([options, &status] { status = run_convert(*options); });
}

}  // namespace schiri::cli
