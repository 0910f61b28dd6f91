#pragma once

// The commands of `schiri otb`: each file of this folder that adds some has their options and
// output; the rules and files of over-the-board events are in event/ and acts/.

#include <functional>
#include <string>

#include "cli/line/command.h"
#include "cli/line/usual_options.h"

namespace schiri::cli {

/// Adds commands below `otb`. EventErrors end them with `usage`.
class OtbCommands {
 public:
  explicit OtbCommands(Command& app);

  template <class Options>
  using Added = Command::Added<Options>;
  template <class Options>
  using Run = ExitStatus (*)(const Options& options);

  /// Adds a command whose first argument is an event file, `options.file`. `example`: the words
  /// after its name.
  template <class Options>
  Added<Options> add(const char* name, const char* about, const char* example, Run<Options> run) {
    const auto added = add_without_file(name, about, example, run);
    added.command.add_file("EVENT", added.options.file, "The event file")->required();
    return added;
  }

  template <class Options>
  Added<Options> add_without_file(const char* name, const char* about, const char* example,
                                  Run<Options> run) {
    const auto added = otb_.add<Options>(
        name, about, example, "otb",
        [run](const Options& options) { return reporting_errors([&] { return run(options); }); });
    add_language(added.command);
    return added;
  }

 private:
  /// An EventError is reported.
  static ExitStatus reporting_errors(const std::function<ExitStatus()>& run);

  Command& otb_;
};

/// Adds one command, or a few that belong together.
using AddOtbCommands = void(OtbCommands& commands);

AddOtbCommands add_otb_settings, add_otb_entries, add_otb_rounds, add_otb_lists, add_otb_results,
    add_otb_log, add_otb_check, add_otb_serve, add_otb_publish, add_otb_import_export;

}  // namespace schiri::cli
