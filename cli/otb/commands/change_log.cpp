#include <array>
#include <ctime>

#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// A time in UTC, `2026-11-27T17:05:04Z`, as the local one: in English in ISO 8601, otherwise as
/// the language writes it, without seconds. Other texts stay as they are.
std::string local_time(const std::string& text, const Translation& language) {
  std::tm utc = {}, local = {};
  const char* const end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  const std::time_t time = end && !*end ? timegm(&utc) : -1;
  if (time < 0 || !localtime_r(&time, &local)) return printable(text);
  const auto part = [&](const char* format) {
    std::array<char, 32> digits{};
    return std::string(digits.data(), std::strftime(digits.data(), digits.size(), format, &local));
  };
  if (language.is_english()) {
    const std::string zone = part("%z");  // +0100
    return part("%Y-%m-%dT%H:%M:%S") +
           (local.tm_gmtoff == 0 ? "Z" : zone.substr(0, 3) + ":" + zone.substr(3));
  }
  return message("{0}.{1}.{2}, {3}", part("%Y"), part("%m"), part("%d"), part("%H:%M"))
      .in(language);
}

struct LogOptions {
  std::string file;
  std::string output = "-";
};

ExitStatus run_otb_log(const LogOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  print_acts(output.stream(), journal);
  output.commit();
  return ExitStatus::done;
}

}  // namespace

void print_acts(std::ostream& out, const otb::Journal& journal) {
  for (std::size_t i = 0; i < journal.acts().size(); ++i) {
    const Json& act = journal.acts()[i];
    const Message sentence = otb::line_sentence(act);
    out << local_time(act.at("time").get<std::string>(), output_language()) << "  "
        << translated(journal.is_undone(i) ? message("{0} (undone)", sentence) : sentence);
    if (const Json* by = act.find("by")) {
      out << " [" << printable(by->text()) << ']';
    }
    out << '\n';
  }
}

void add_otb_log(OtbCommands& commands) {
  const auto log = commands.add("log", "Show all changes of the event, with their times",
                                "log cup.otb", run_otb_log);
  log.app.add_file("-o,--output", log.options.output,
                   "Write to this file instead of standard output");
}

}  // namespace schiri::cli
