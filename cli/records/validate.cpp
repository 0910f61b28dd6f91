#include <algorithm>
#include <functional>
#include <sstream>

#include "cli/input/inputs.h"
#include "cli/input/unknown_rules.h"
#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "core/base/text.h"
#include "notation/game_types.h"
#include "notation/records/check/code_guide.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

namespace {

struct ValidateOptions {
  InputOptions input;
  Format format = Format::text;
  std::string explain;
};

struct Totals {
  std::size_t games = 0;
  std::size_t invalid = 0;
  std::size_t turns = 0;
};

Json findings_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(finding_columns().object(finding));
  return list;
}

struct CheckRow {
  const std::string& file;
  const GameCheck& check;
};

const Columns<CheckRow>& check_columns() {
  using Row = const CheckRow&;
  static const Columns<CheckRow> columns = {
      {{"file", {}, Holds::text, "as named on the command line"}, [](Row row) { return row.file; }},
      {{"index", {}, Holds::count, "number of the game in its file, from 1"},
       [](Row row) { return row.check.index; }},
      {{"line", {}, Holds::count, "line in which the record begins, from 1"},
       [](Row row) { return row.check.line; }},
      {{"game", {}, Holds::text, "as in `schiri games`; null if unknown"},
       [](Row row) { return text_or_null(row.check.game); }},
      {{"variant", {}, Holds::text, "null if unknown"},
       [](Row row) { return text_or_null(row.check.variant); }},
      {{"valid", {}, Holds::flag, "true without errors"},
       [](Row row) { return row.check.valid(); }},
      {{"turns", {}, Holds::count, "turns before the first error, or all"},
       [](Row row) { return row.check.turns; }},
      {{"result", {}, Holds::text, "`1-0`, `0-1`, `1/2-1/2` or `*`; null if it was not read"},
       [](Row row) { return text_or_null(row.check.result); }},
      {{"outcome",
        {},
        Holds::side,
        "`white`, `black` or `draw`; null if the rules did not end the game"},
       [](Row row) { return outcome_or_null(row.check.ending); }},
      {{"errors", {}, Holds::list, "findings"},
       [](Row row) { return findings_json(row.check.errors); }},
      {{"warnings", {}, Holds::list, "findings"},
       [](Row row) { return findings_json(row.check.warnings); }}};
  return columns;
}

const Columns<Totals>& total_columns() {
  using Row = const Totals&;
  static const Columns<Totals> columns = {
      {{"games", {}, Holds::count, "records read"}, [](Row row) { return row.games; }},
      {{"valid", {}, Holds::count}, [](Row row) { return row.games - row.invalid; }},
      {{"invalid", {}, Holds::count}, [](Row row) { return row.invalid; }},
      {{"turns", {}, Holds::count, "of all records"}, [](Row row) { return row.turns; }}};
  return columns;
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
    console::out << '\n';
    print_findings(console::out, "example.pgn", record.check);
    return false;
  });
}

std::string list_codes(const char* separator) { return join(all_codes(), separator, code_name); }

void print_indented(std::string_view lines) {
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  for (const std::string_view line : split(lines, '\n')) {
    console::out << (line.empty() ? "" : "    ") << printable(line, 4096) << '\n';
  }
}

/// Prints the text of a pattern in lines of at most 79 characters.
void print_wrapped(Pattern pattern) {
  std::size_t column = 0;
  std::istringstream words{translated(Message(pattern))};
  for (std::string word; words >> word;) {
    const std::size_t width = display_width(word);
    const bool fits = column + 1 + width <= 79;
    if (column > 0) console::out << (fits ? ' ' : '\n');
    column = (column > 0 && fits ? column + 1 : 0) + width;
    console::out << word;
  }
  console::out << '\n';
}

ExitStatus explain_code(const std::string& name) {
  const auto code = find_code(name);
  if (!code) {
    throw InputError(message("--explain: unknown code '{0}'; the codes are: {1}", printable(name),
                             list_codes(", ")));
  }
  const CodeGuide& guide = guide_of(*code);
  talk().lists_missing_tags = true;
  console::out << translated(is_warning(*code) ? message("{0} (a warning)", name)
                                               : message("{0} (an error)", name))
               << "\n\n";
  print_wrapped(guide.meaning);
  console::out << '\n';
  print_wrapped(guide.remedy);
  console::out << '\n' << translated(message("An example:")) << "\n\n";
  print_indented(guide.example);
  print_example_findings(guide);
  return ExitStatus::done;
}

/// Reads the inputs and prints the findings of each record, then the totals.
class ValidateRun {
 public:
  explicit ValidateRun(const ValidateOptions& options) : options_(options) {}

  ExitStatus run() {
    const ExitStatus status =
        read_inputs(options_.input, std::bind_front(&ValidateRun::take, this));
    tell_missing_tags(console::out);
    print_totals();
    return worse(status, totals_.invalid ? ExitStatus::wrong : ExitStatus::done);
  }

 private:
  bool take(const std::string& file, const CheckedRecord& record) {
    const GameCheck& check = record.check;
    ++totals_.games;
    totals_.invalid += !check.valid();
    totals_.turns += check.turns;
    count_unknown(check.game, unknown_);
    if (options_.format == Format::json) {
      write_line(console::out, check_columns().object({file, check}));
    } else {
      print_findings(console::out, file, check);
    }
    return true;
  }

  void print_totals() const {
    if (options_.format == Format::json) {
      write_line(console::out, {{"summary", total_columns().object(totals_)}});
    } else {
      say(console::out,
          message("{0} {0:game|games}, {1} valid, {2} invalid, {3} {3:turn|turns}", totals_.games,
                  totals_.games - totals_.invalid, totals_.invalid, totals_.turns));
    }
    note_unknown(unknown_, Unknown::checked, options_.input.read.check.game);
  }

  const ValidateOptions& options_;
  Totals totals_;
  UnknownRules unknown_;
};

ExitStatus run_validate(ValidateOptions& options) {
  if (!options.explain.empty()) return explain_code(options.explain);
  if (options.input.files.empty()) {
    throw InputError(message("FILE is required; - means standard input"));
  }
  options.input.check();
  talk().prints_all = true;
  return ValidateRun(options).run();
}

}  // namespace

void add_validate(Command& app) {
  const auto [command, options] =
      app.add<ValidateOptions>("validate", "Check syntax, turns and results of records",
                               "games.pgn other.pgn.gz --format json", "records", run_validate);
  options.input.add_to(command);
  options.input.add_conversions(command);
  add_language(command);
  command.add_flag("--missing-tags", talk().lists_missing_tags,
                   "List each game that lacks one of the seven tags");
  command.prints(check_columns);
  command.prints(finding_columns, "each of `errors` and `warnings`");
  command.prints(total_columns, "`summary`, at the end");
  command.get_option("FILE")->required(false);
  command
      .add_option("--explain", options.explain, "Explain the code of a finding, with an example")
      ->type_name("CODE:{" + list_codes(",") + "}");
  command.add_flag("--strict", options.input.read.check.strict, "Treat warnings as errors");
  command.add_format(options.format);
}

}  // namespace schiri::cli
