#include "cli/otb/change_each.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/round_option.h"

namespace schiri::cli {

namespace {

struct NamesOptions {
  std::string file;
  std::vector<std::string> names;
};

struct ByeOptions : NamesOptions {
  std::uint64_t round = 0;  ///< 0: the next
  bool zero = false;
};

ExitStatus run_otb_withdraw(const NamesOptions& options) {
  return change_each(
      options.file, options.names,
      [](otb::Journal& journal, const std::string& name) { journal.withdraw(name); });
}

ExitStatus run_otb_reinstate(const NamesOptions& options) {
  return change_each(
      options.file, options.names,
      [](otb::Journal& journal, const std::string& name) { journal.reinstate(name); });
}

ExitStatus run_otb_bye(const ByeOptions& options) {
  return change_each(options.file, options.names,
                     [&](otb::Journal& journal, const std::string& name) {
                       const std::uint64_t round =
                           options.round ? options.round : journal.event().rounds().size() + 1;
                       options.zero ? journal.grant_zero_point_bye(name, round)
                                    : journal.grant_half_point_bye(name, round);
                     });
}

void add_names(Command& command, std::vector<std::string>& names) {
  command.add_option("NAME", names, "The players")->required();
}

}  // namespace

void add_otb_attendance(OtbCommands& commands) {
  const auto withdraw = commands.add("withdraw", "Withdraw players: do not pair them any more",
                                     "withdraw cup.otb 'Anna Berg'", run_otb_withdraw);
  add_names(withdraw.app, withdraw.options.names);
  const auto reinstate = commands.add("reinstate", "Reinstate players who have withdrawn",
                                      "reinstate cup.otb 'Anna Berg'", run_otb_reinstate);
  add_names(reinstate.app, reinstate.options.names);
  const auto bye = commands.add("bye", "Grant half-point or zero-point byes in a coming round",
                                "bye cup.otb 'Anna Berg' --round 3", run_otb_bye);
  add_names(bye.app, bye.options.names);
  add_round(bye.app, bye.options.round, "Set the round (the next)");
  bye.app.add_flag("--zero", bye.options.zero, "Grant zero-point byes");
}

}  // namespace schiri::cli
