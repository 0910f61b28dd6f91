#include <algorithm>
#include <iostream>
#include <sstream>

#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "core/base/text.h"
#include "notation/records/check/code_guide.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct ValidateOptions {
  InputOptions input;
  Format format = Format::text;
  std::string explain;
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

void print_summary(const Summary& summary, Format format) {
  const std::size_t valid = summary.games - summary.invalid;
  if (format == Format::json) {
    write_line(std::cout, {{"summary",
                            {{"games", summary.games},
                             {"valid", valid},
                             {"invalid", summary.invalid},
                             {"turns", summary.turns}}}});
    return;
  }
  std::cout << translated(message("{0} {0:game|games}, {1} valid, {2} invalid, {3} {3:turn|turns}",
                                  summary.games, valid, summary.invalid, summary.turns))
            << '\n';
}

/// Prints the findings of a code's example, without missing tags unless the code is about them.
void print_example_findings(const CodeGuide& guide) {
  ReadOptions options;
  if (guide.code == Code::too_large) options.max_game_bytes = 10;
  TextSource source(guide.example);
  read_records(source, options, [&](CheckedRecord& record) {
    if (guide.code != Code::missing_tag) {
      std::erase_if(record.check.warnings,
                    [](const Finding& finding) { return finding.code == Code::missing_tag; });
    }
    std::cout << '\n';
    print_findings(std::cout, "example.pgn", record.check);
    return false;
  });
}

std::string list_codes(const char* separator) { return join(all_codes(), separator, code_name); }

void print_indented(std::string_view lines) {
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  for (const std::string_view line : split(lines, '\n')) {
    std::cout << (line.empty() ? "" : "    ") << printable(line, 4096) << '\n';
  }
}

/// Prints the text of a pattern in lines of at most 79 characters.
void print_wrapped(Pattern pattern) {
  std::size_t column = 0;
  std::istringstream words{translated(Message(pattern))};
  for (std::string word; words >> word;) {
    const std::size_t width = display_width(word);
    const bool fits = column + 1 + width <= 79;
    if (column > 0) std::cout << (fits ? ' ' : '\n');
    column = (column > 0 && fits ? column + 1 : 0) + width;
    std::cout << word;
  }
  std::cout << '\n';
}

ExitStatus explain_code(const std::string& name) {
  const auto code = find_code(name);
  if (!code) {
    throw InputError(message("--explain: unknown code '{0}'; the codes are: {1}", printable(name),
                             list_codes(", ")));
  }
  const CodeGuide& guide = guide_of(*code);
  talk().lists_missing_tags = true;
  std::cout << translated(is_warning(*code) ? message("{0} (a warning)", name)
                                            : message("{0} (an error)", name))
            << "\n\n";
  print_wrapped(guide.meaning);
  std::cout << '\n';
  print_wrapped(guide.remedy);
  std::cout << '\n' << translated(message("An example:")) << "\n\n";
  print_indented(guide.example);
  print_example_findings(guide);
  return ExitStatus::done;
}

ExitStatus run_validate(ValidateOptions& options) {
  if (!options.explain.empty()) return explain_code(options.explain);
  if (options.input.files.empty()) {
    throw InputError(message("FILE is required; - means standard input"));
  }
  options.input.check();
  talk().prints_all = true;
  Summary summary;
  const ExitStatus status =
      read_inputs(options.input, [&](const std::string& file, CheckedRecord& record) {
        summary.count(record.check);
        if (options.format == Format::json) {
          write_line(std::cout, check_json(file, record.check));
        } else {
          print_findings(std::cout, file, record.check);
        }
        return true;
      });
  tell_missing_tags(std::cout);
  print_summary(summary, options.format);
  return worse(status, summary.invalid ? ExitStatus::wrong : ExitStatus::done);
}

}  // namespace

void add_validate(Command& app, ExitStatus& status) {
  auto options = std::make_shared<ValidateOptions>();
  Command* command =
      app.add_subcommand("validate", "Check records: syntax, legality of every turn, and result");
  options->input.add_to(*command);
  command->get_option("FILE")->required(false);
  command
      ->add_option("--explain", options->explain, "Explain the code of a finding, with an example")
      ->type_name("CODE:{" + list_codes(",") + "}");
  command->add_flag("--strict", options->input.read.check.strict, "Treat warnings as errors");
  command->add_format(options->format);
  command->footer(
      "Example: schiri validate games.pgn other.pgn.gz --format json\n"
      "Manual: schiri help records");
  command->callback([options, &status] { status = run_validate(*options); });
}

}  // namespace schiri::cli
