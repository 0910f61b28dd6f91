#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <span>

#include "cli/input/game_source.h"
#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/web/report/builder.h"
#include "cli/web/report/report_document.h"
#include "cli/web/report/stored_report.h"
#include "cli/web/shared/document.h"
#include "cli/web/shared/engine_elements.h"
#include "core/base/text.h"
#include "notation/records/conversion/played_record.h"

namespace schiri::cli {

namespace {

struct ReportOptions {
  GameSource source;
  std::string title;
  std::string output;
  std::string language;
  std::optional<std::uint64_t> games = {};  ///< nullopt: as many as fit
  bool no_engine = false;

  /// The title of the page: the given one, the event if there is only one, otherwise the files.
  std::string heading(const std::string& only_event, const Translation& translation) const {
    if (!title.empty()) return title;
    if (!only_event.empty()) return only_event;
    const std::vector<std::string> events = source.filter().events;
    if (events.size() == 1) return events.front();
    if (!source.db.empty()) return name_of(source.db);
    const std::vector<std::string>& files = source.input.files;
    const std::span named = std::span(files).first(std::min(files.size(), most_names));
    const std::string names = join(named, ", ", [&](const std::string& file) {
      return file == "-" ? message("Games").in(translation) : name_of(file);
    });
    const std::size_t more = files.size() - named.size();
    return more ? message("{0} and {1} more", names, more).in(translation) : names;
  }

 private:
  static constexpr std::size_t most_names = 3;

  static std::string name_of(const std::string& file) {
    return std::filesystem::path(file).filename().string();
  }
};

/// Reads the games of a database or of files into a report.
class ReportSource {
 public:
  ReportSource(const ReportOptions& options, ReportBuilder& builder)
      : source_(options.source), filter_(source_.filter()), builder_(builder) {}

  ExitStatus read() { return source_.db.empty() ? read_files() : read_database(); }

 private:
  ExitStatus read_database() {
    const db::Store store = open_for_query(source_.db, filter_);
    add_stored_games(store, filter_, builder_);
    return ExitStatus::done;
  }

  ExitStatus read_files() {
    NameCheck names;
    names.expect(filter_);
    const CheckOptions& told = source_.input.read.check;
    const GameSource::FilesRead read = source_.visit_files(
        names, filter_, [&](const CheckedRecord& record) { names.add_known(record); },
        [&](CheckedRecord& checked) {
          complete_tags(checked, told);
          builder_.add_result(finished_game(checked));
          builder_.add_game(checked, start_of(checked, told));
        });
    if (read.reading == ExitStatus::done) names.require_known();
    if (read.broken) {
      builder_.add_warning(
          message("{0} {0:record was|records were} broken and left out", read.broken));
    }
    return read.status();
  }

  const GameSource& source_;
  db::GameFilter filter_;
  ReportBuilder& builder_;
};

ExitStatus run_report(ReportOptions& options) {
  options.source.check(options.output);
  OutputFile output(options.output, options.source.input.files);
  require_scripts();
  const Translation& language = translation_to(chosen_language(options.language));
  ReportBuilder builder(options.games, language);
  const ExitStatus status = ReportSource(options, builder).read();
  builder.set_title(options.heading(builder.only_event(), language));
  const Report report = builder.finish();
  output.stream() << report_page(report, language,
                                 options.no_engine ? std::nullopt : compressed_engine());
  output.commit();
  return status;
}

}  // namespace

void add_report(Command& app) {
  const auto [command, options] =
      app.add<ReportOptions>("report", "Write a web page with standings, openings and games",
                             "Example, a report on an event:\n  schiri report --db games.db "
                             "--event 'Spring cup' -o report.html",
                             "report", run_report);
  options.source.input.read.keep = Keep::records;
  options.source.add_to(command);
  command
      .add_option("--title", options.title,
                  "Set the title of the page (the event, otherwise the files)")
      ->type_name("TITLE");
  command.add_option("--limit", options.games,
                     "Show the first N games on the board (as many as fit into 4 MB)");
  command.add_flag("--no-engine", options.no_engine,
                   "Omit the engine for verification and play (1.1 MB)");
  add_language(command, options.language);
  command.add_file("-o,--output", options.output, "Write to this file; - means standard output")
      ->required();
}

}  // namespace schiri::cli
