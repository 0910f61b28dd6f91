#include <algorithm>
#include <iostream>
#include <ostream>

#include "cli/line/table_options.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/otb/trf/trf.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

namespace {

const Columns<otb::BoardDifference>& board_columns() {
  using Row = const otb::BoardDifference&;
  static const Columns<otb::BoardDifference> columns = {
      {{"board", {}, Holds::count, "from 1"}, [](Row row) { return row.board; }},
      {{"played", {}, Holds::text, "start numbers and names; null if there is no such board"},
       [](Row row) { return text_or_null(row.played.english()); }},
      {{"expected", {}, Holds::text, "the same, by the rules"},
       [](Row row) { return text_or_null(row.expected.english()); }},
      {{"criterion", {}, Holds::text, "the rule that decides, such as `C6`"},
       [](Row row) { return row.criterion; }}};
  return columns;
}

const Columns<otb::StandingDifference>& figure_columns() {
  using Row = const otb::StandingDifference&;
  static const Columns<otb::StandingDifference> columns = {
      {{"entrant", {}, Holds::text, "number and name"}, [](Row row) { return row.entrant; }},
      {{"figure", {}, Holds::text, "`points`, `place`"}, [](Row row) { return row.figure; }},
      {{"reported", {}, Holds::text, "as in the file"},
       [](Row row) { return row.reported.english(); }},
      {{"expected", {}, Holds::text, "as its rounds give"},
       [](Row row) { return row.expected.english(); }}};
  return columns;
}

template <class Row>
Json objects(const Columns<Row>& columns, const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) list.push_back(columns.object(row));
  return list;
}

Columns<otb::CheckedRound> round_columns(bool has_hands,
                                         const std::vector<otb::StandingDifference>& standing,
                                         bool has_standing) {
  using Row = const otb::CheckedRound&;
  Columns<otb::CheckedRound> columns = {
      {{"round", {}, Holds::count}, [](Row row) { return row.round; }},
      {{"equal", {}, Holds::flag, "true if the rules pair it the same way"},
       [](Row row) { return row.differing.empty(); }},
      {{"differing", {}, Holds::list, "boards"},
       [](Row row) { return objects(board_columns(), row.differing); }}};
  if (has_hands) {
    columns.add({"by_hand", {}, Holds::list, "boards that the arbiter set, if any"},
                [](Row row) { return Json(row.by_hand); });
  }
  if (has_standing) {
    columns.add({"standing",
                 {},
                 Holds::list,
                 "in the last round: wrong points and places of a TRF file, if any"},
                [&standing](Row) { return objects(figure_columns(), standing); });
  }
  return columns;
}

/// The differences of the standing stand in the object of the last round.
void print_as_json(std::ostream& out, const otb::PairingCheck& check) {
  const bool is_wrong = !check.standing.empty();
  for (const otb::CheckedRound& round : check.rounds) {
    const bool is_last = &round == &check.rounds.back();
    write_line(
        out,
        round_columns(!round.by_hand.empty(), check.standing, is_last && is_wrong).object(round));
  }
  if (check.rounds.empty() && is_wrong) {
    write_line(out, {{"standing", objects(figure_columns(), check.standing)}});
  }
}

/// A word for the rule that decides; the names of FIDE's criteria, `C6`, are their own.
Message criterion_word(const std::string& criterion) {
  const Message words[] = {message("system"), message("contradiction"), message("colours"),
                           message("sequence")};
  for (const Message& word : words) {
    if (word.pattern() == criterion) return word;
  }
  return criterion;
}

Message sentence_on(const otb::StandingDifference& one) {
  const Message &was = one.reported, &is = one.expected;
  return one.figure == "place"
             ? message("standing, {0}: place {1}, expected {2}", one.entrant, was, is)
             : message("standing, {0}: points {1}, expected {2}", one.entrant, was, is);
}

Message sentence_on(std::uint64_t round, const otb::BoardDifference& one) {
  const Message nothing = message("nothing");
  const Message& played = one.played.empty() ? nothing : one.played;
  const Message& expected = one.expected.empty() ? nothing : one.expected;
  if (one.criterion == "none") {
    return message("round {0}, board {1}: played {2}, expected {3} (none)", round, one.board,
                   played, expected);
  }
  return message("round {0}, board {1}: played {2}, expected {3} ({4})", round, one.board, played,
                 expected, criterion_word(one.criterion));
}

void print_as_text(std::ostream& out, const otb::CheckedRound& round) {
  for (const std::string& board : round.by_hand) {
    say(out, message("round {0}, board {1} was paired by hand", round.round, board));
  }
  for (const otb::BoardDifference& one : round.differing) {
    say(out, sentence_on(round.round, one));
  }
}

bool is_differing(const otb::CheckedRound& round) { return !round.differing.empty(); }

void print_as_text(std::ostream& out, const otb::PairingCheck& check) {
  for (const otb::CheckedRound& round : check.rounds) print_as_text(out, round);
  for (const otb::StandingDifference& one : check.standing) {
    say(out, sentence_on(one));
  }
  if (!check.unpaired.empty()) return;
  const auto differing = std::count_if(check.rounds.begin(), check.rounds.end(), is_differing);
  const std::size_t rounds = check.rounds.size();
  say(out, differing == 0
               ? message("{0} {0:round|rounds}, all paired according to the rules", rounds)
               : message("{0} {0:round|rounds}, {1} paired differently from the rules", rounds,
                         differing));
}

struct CheckPairingsOptions {
  std::string file;
  Format format = Format::text;  ///< or `json`
  std::string output = "-";
};

ExitStatus run_otb_check(const CheckPairingsOptions& options) {
  OutputFile output = open_output(options.output, options.file);
  const bool as_json = options.format == Format::json;
  const otb::PairingCheck check =
      with_kind_explained(options.file, message("an event file or a TRF file"),
                          [&] { return otb::check_pairings(options.file); });
  warn_of_cut_off(check.cut_off);
  for (const Message& note : check.notes) print_note(note);
  if (as_json) {
    print_as_json(output.stream(), check);
  } else {
    print_as_text(output.stream(), check);
  }
  output.commit();
  const bool differs = !check.standing.empty() ||
                       std::any_of(check.rounds.begin(), check.rounds.end(), is_differing);
  if (check.unpaired.empty()) return differs ? ExitStatus::wrong : ExitStatus::done;
  print_message(check.unpaired);
  return ExitStatus::unusable;
}

}  // namespace

void add_otb_check(OtbCommands& commands) {
  const auto check = commands.add(
      "check", "Check every finished round against the pairing rules, also in a TRF file",
      "cup.trf", run_otb_check);
  check.command.add_format(check.options.format);
  check.command.prints([] { return round_columns(true, {}, true).columns(); },
                       "each finished round");
  check.command.prints(board_columns, "each of `differing`");
  check.command.prints(figure_columns, "each of `standing`");
  check.command.add_file("-o,--output", check.options.output,
                         "Write to this file instead of standard output");
}

}  // namespace schiri::cli
