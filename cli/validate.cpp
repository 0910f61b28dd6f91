#include <iostream>

#include "cli/command.h"
#include "cli/findings.h"
#include "cli/inputs.h"

namespace schiri::cli {

namespace {

struct ValidateOptions {
  InputOptions input;
  std::string format = "text";
};

struct Summary {
  std::size_t games = 0;
  std::size_t invalid = 0;
  std::size_t turns = 0;

  void count(const GameCheck& check) {
    ++games;
    invalid += !check.valid();
    turns += check.turns;
  }
};

Json findings_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(finding_json(finding));
  return list;
}

Json check_json(const std::string& file, const GameCheck& check) {
  return {{"file", file},
          {"index", check.index},
          {"line", check.line},
          {"game", text_or_null(check.game)},
          {"variant", text_or_null(check.variant)},
          {"valid", check.valid()},
          {"turns", check.turns},
          {"result", text_or_null(check.result)},
          {"outcome", outcome_or_null(check.ending)},
          {"errors", findings_json(check.errors)},
          {"warnings", findings_json(check.warnings)}};
}

void print_summary(const Summary& summary, const std::string& format) {
  const std::size_t valid = summary.games - summary.invalid;
  if (format == "json") {
    write_line(std::cout, {{"summary",
                            {{"games", summary.games},
                             {"valid", valid},
                             {"invalid", summary.invalid},
                             {"turns", summary.turns}}}});
    return;
  }
  std::cout << summary.games << (summary.games == 1 ? " game, " : " games, ") << valid << " valid, "
            << summary.invalid << " invalid, " << summary.turns << " turns\n";
}

ExitStatus run_validate(const ValidateOptions& options) {
  options.input.check();
  Summary summary;
  const ExitStatus status =
      read_inputs(options.input, [&](const std::string& file, CheckedRecord& record) {
        summary.count(record.check);
        if (options.format == "json") {
          write_line(std::cout, check_json(file, record.check));
        } else {
          print_findings(std::cout, file, record.check);
        }
        return true;
      });
  print_summary(summary, options.format);
  return worse(status, summary.invalid ? ExitStatus::wrong : ExitStatus::done);
}

}  // namespace

void add_validate(CLI::App& app, ExitStatus& status) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App* command = app.add_subcommand(
      "validate", "Check records: does the text read, is every turn legal, does the result fit");
  options->input.add_to(*command);
  command->add_flag("--strict", options->input.read.check.strict, "Warnings are errors");
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  command->callback([options, &status] { status = run_validate(*options); });
}

}  // namespace schiri::cli
