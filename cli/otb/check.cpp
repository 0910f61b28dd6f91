#include <ostream>

#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "cli/print/json.h"
#include "core/base/text.h"
#include "db/otb/pairing_check.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

namespace {

void print_as_json(std::ostream& out, const otb::CheckedRound& round) {
  Json list = Json::array();
  for (const otb::BoardDifference& one : round.differing) {
    list.push_back({{"board", one.board},
                    {"played", text_or_null(one.played)},
                    {"expected", text_or_null(one.expected)},
                    {"criterion", one.criterion}});
  }
  Json line = {{"round", round.round}, {"equal", round.differing.empty()}, {"differing", list}};
  if (!round.by_hand.empty()) line["by_hand"] = round.by_hand;
  write_line(out, line);
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
  std::size_t differing = 0;
  for (const otb::CheckedRound& round : check.rounds) {
    differing += !round.differing.empty();
    as_json ? print_as_json(output.stream(), round) : print_as_text(output.stream(), round);
  }
  if (!as_json) {
    output.stream() << counted(check.rounds.size(), "round") << ", ";
    differing == 0 ? output.stream() << "all paired according to the rules\n"
                   : output.stream() << differing << " paired differently from the rules\n";
  }
  output.commit();
  return differing == 0 ? ExitStatus::done : ExitStatus::wrong;
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
