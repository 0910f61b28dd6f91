#include "cli/print/findings.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "notation/records/pgn/repair.h"
#include "notation/records/pgn/turn_number.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Prints the line with a caret below the first column of the token, also for wide characters.
void print_excerpt(std::ostream& out, const Finding& finding) {
  if (finding.excerpt.empty()) return;
  const std::string margin(std::to_string(finding.line).size(), ' ');
  const std::string_view before = first_characters(finding.excerpt, finding.caret);
  const std::string_view token =
      first_characters(std::string_view(finding.excerpt).substr(before.size()), finding.length);
  const std::size_t beyond = finding.length - std::min(finding.length, count_characters(token));
  const std::size_t underlined = std::clamp<std::size_t>(display_width(token) + beyond, 1, 60);
  out << "  " << finding.line << " | " << finding.excerpt << "\n  " << margin << " | "
      << std::string(display_width(before), ' ') << '^' << std::string(underlined - 1, '~') << '\n';
}

/// `game 2, turn 5 (3. White)`.
Message place_of(const Finding& finding, const GameCheck& check) {
  if (!finding.turn) return message("game {0}", check.index);
  const TurnCount before{finding.turn - 1, check.black_began};
  return message("game {0}, turn {1} ({2})", check.index, finding.turn, before.next_text());
}

void print(std::ostream& out, const std::string& file, const GameCheck& check,
           const Finding& finding, const Message& severity) {
  out << printable(file, 4096) << ':' << finding.line << ':' << finding.column << ": "
      << translated(severity) << ": " << translated(finding.message) << " ["
      << code_name(finding.code) << "; " << translated(place_of(finding, check)) << "]\n";
  print_excerpt(out, finding);
}

}  // namespace

Talk& talk() {
  static Talk talk;
  return talk;
}

void print_findings(std::ostream& out, const std::string& file, const GameCheck& check) {
  for (const Finding& finding : check.warnings) {
    if (finding.code == Code::missing_tag && !talk().lists_missing_tags) {
      ++talk().untagged_games;
    } else if (!talk().is_quiet) {
      print(out, file, check, finding, message("warning"));
    }
  }
  for (const Finding& finding : check.errors) print(out, file, check, finding, message("error"));
}

void tell_guess(const std::string& file, const CheckedRecord& record) {
  if (!record.encoding.is_guess || talk().is_quiet || talk().prints_all) return;
  if (!talk().guessed_files.insert(file).second) return;
  console::out.flush();
  print_message(
      message("{0}: warning: the file is taken for {1} text; if names look wrong, specify "
              "its --encoding",
              printable(file, 4096), record.encoding.title));
}

bool tell_missing_tags(std::ostream& out) {
  const std::uint64_t games = std::exchange(talk().untagged_games, 0);
  if (talk().is_quiet) return false;
  if (games > 0) {
    say(out, message("{0} {0:game lacks|games lack} some of the seven tags of every record "
                     "[missing-tag; 'schiri validate --missing-tags' lists them]",
                     games));
  }
  return true;
}

void tell_left_out(std::ostream& out, std::uint64_t taken, std::uint64_t broken) {
  if (!tell_missing_tags(out) || broken == 0) return;
  out << "schiri: "
      << translated(message("{0} {0:game|games} used, {1} {1:invalid one|invalid ones} omitted",
                            taken, broken))
      << '\n';
}

const Columns<Finding>& finding_columns() {
  using Row = const Finding&;
  static const Columns<Finding> columns = {
      {{"code", {}, Holds::text, "`schiri validate --explain CODE` explains it"},
       [](Row row) { return code_name(row.code); }},
      {{"line", {}, Holds::count, "in the file, from 1"}, [](Row row) { return row.line; }},
      {{"column", {}, Holds::count, "in the line, from 1"}, [](Row row) { return row.column; }},
      {{"turn", {}, Holds::count, "number of the turn, from 1; 0 if it concerns no turn"},
       [](Row row) { return row.turn; }},
      {{"message", {}, Holds::text, "one line of text"},
       [](Row row) { return translated_on_request(row.message); }}};
  return columns;
}

void repair_and_tell(const std::string& file, CheckedRecord& record, const ReadOptions& options,
                     bool by_rules) {
  std::string text = record.check.valid() ? "" : record.text;
  const std::vector<Repair> repairs = repair(record, options, by_rules);
  if (!record.check.valid()) {
    record.text = std::move(text);
    return;
  }
  for (const Repair& repair : repairs) {
    say(console::err, message("{0}:{1}: repaired: {2} [game {3}]", printable(file, 4096),
                              repair.line, repair.what, record.check.index));
  }
}

}  // namespace schiri::cli
