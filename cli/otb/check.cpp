#include <algorithm>
#include <iostream>
#include <ostream>

#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "cli/print/json.h"
#include "core/base/text.h"
#include "db/otb/pairing_check.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

namespace {

Json round_json(const otb::CheckedRound& round) {
  Json list = Json::array();
  for (const otb::BoardDifference& one : round.differing) {
    list.push_back({{"board", one.board},
                    {"played", text_or_null(one.played)},
                    {"expected", text_or_null(one.expected)},
                    {"criterion", one.criterion}});
  }
  Json line = {{"round", round.round}, {"equal", round.differing.empty()}, {"differing", list}};
  if (!round.by_hand.empty()) line["by_hand"] = round.by_hand;
  return line;
}

Json standing_json(const std::vector<otb::StandingDifference>& standing) {
  Json list = Json::array();
  for (const otb::StandingDifference& one : standing) {
    list.push_back({{"entrant", one.entrant},
                    {"figure", one.figure},
                    {"reported", one.reported},
                    {"expected", one.expected}});
  }
  return list;
}

/// The differences of the standing stand in the object of the last round.
void print_as_json(std::ostream& out, const otb::PairingCheck& check) {
  for (std::size_t i = 0; i < check.rounds.size(); ++i) {
    Json line = round_json(check.rounds[i]);
    const bool is_last = i + 1 == check.rounds.size();
    if (is_last && !check.standing.empty()) line["standing"] = standing_json(check.standing);
    write_line(out, line);
  }
  if (check.rounds.empty() && !check.standing.empty()) {
    write_line(out, {{"standing", standing_json(check.standing)}});
  }
}

void print_as_text(std::ostream& out, const otb::CheckedRound& round) {
  for (const std::string& board : round.by_hand) {
    out << "round " << round.round << ", board " << board << " was paired by hand\n";
  }
  for (const otb::BoardDifference& one : round.differing) {
    out << "round " << round.round << ", board " << one.board << ": played "
        << (one.played.empty() ? "nothing" : one.played) << ", expected "
        << (one.expected.empty() ? "nothing" : one.expected) << " (" << one.criterion << ")\n";
  }
}

bool is_differing(const otb::CheckedRound& round) { return !round.differing.empty(); }

void print_as_text(std::ostream& out, const otb::PairingCheck& check) {
  for (const otb::CheckedRound& round : check.rounds) print_as_text(out, round);
  for (const otb::StandingDifference& one : check.standing) {
    out << "standing, " << one.entrant << ": " << one.figure << ' ' << one.reported << ", expected "
        << one.expected << '\n';
  }
  if (!check.unpaired.empty()) return;
  const auto differing = std::count_if(check.rounds.begin(), check.rounds.end(), is_differing);
  out << counted(check.rounds.size(), "round") << ", ";
  differing == 0 ? out << "all paired according to the rules\n"
                 : out << differing << " paired differently from the rules\n";
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
      with_kind_explained(options.file, "an event file or a TRF file",
                          [&] { return otb::check_pairings(options.file); });
  warn_of_cut_off(check.cut_off);
  for (const std::string& note : check.notes) std::cerr << "schiri: note: " << note << '\n';
  if (as_json) {
    print_as_json(output.stream(), check);
  } else {
    print_as_text(output.stream(), check);
  }
  output.commit();
  const bool differs = !check.standing.empty() ||
                       std::any_of(check.rounds.begin(), check.rounds.end(), is_differing);
  if (check.unpaired.empty()) return differs ? ExitStatus::wrong : ExitStatus::done;
  std::cerr << "schiri: " << check.unpaired << '\n';
  return ExitStatus::unusable;
}

}  // namespace

void add_otb_check(OtbCommands& commands) {
  const auto check = commands.add(
      "check", "Check every finished round against the pairing rules, also in a TRF file",
      "check cup.trf", run_otb_check);
  check.app.add_format(check.options.format);
  check.app.add_option("-o,--output", check.options.output,
                       "Write to this file instead of standard output");
}

}  // namespace schiri::cli
