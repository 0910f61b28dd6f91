#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/input/filter_options.h"
#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "cli/input/stored_games.h"
#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/ratings/rated_games.h"
#include "cli/web/engine_elements.h"
#include "cli/web/report/builder.h"
#include "cli/web/report/report_document.h"
#include "cli/web/report/tuning_trace.h"
#include "db/query/filtered_games.h"
#include "db/query/record_filter.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/stored_tune.h"
#include "db/tournament/tournaments.h"
#include "notation/records/conversion/finished_game.h"
#include "notation/records/conversion/record_start.h"

namespace schiri::cli {

namespace {

struct ReportOptions {
  InputOptions input;
  std::string db;
  db::GameFilter given;
  std::string title;
  std::string output;
  std::string language;
  std::uint64_t games = 5000;
  bool no_engine = false;

  db::GameFilter filter() const {
    db::GameFilter filter = given;
    filter.game = input.read.check.game;
    filter.variant = input.read.check.variant;
    read_period(filter);
    return filter;
  }

  /// What the page is called: the name given, the event if there is one, else the files.
  std::string heading(const std::string& only_event) const {
    if (!title.empty()) return title;
    if (!given.event.empty()) return given.event;
    if (!db.empty()) return name_of(db);
    const bool is_one_file = input.files.size() == 1 && input.files.front() != "-";
    if (!only_event.empty() && !is_one_file) return only_event;
    std::string names;
    for (std::size_t i = 0; i < input.files.size() && i < most_names; ++i) {
      names += (i ? ", " : "") + name_of(input.files[i]);
    }
    const std::size_t more = input.files.size() - std::min(input.files.size(), most_names);
    return more ? names + " and " + std::to_string(more) + " more" : names;
  }

 private:
  static constexpr std::size_t most_names = 3;

  static std::string name_of(const std::string& file) {
    return file == "-" ? "Games" : std::filesystem::path(file).filename().string();
  }
};

/// Reads the games of a database or of files into a report.
class ReportSource {
 public:
  ReportSource(const ReportOptions& options, const Vocabulary& vocabulary, ReportBuilder& builder)
      : options_(options), filter_(options.filter()), vocabulary_(vocabulary), builder_(builder) {}

  ExitStatus read() { return options_.db.empty() ? read_files() : read_database(); }

 private:
  ExitStatus read_database() {
    const db::Store store = open_for_query(options_.db, filter_);
    read_events(store);
    db::visit_results(store, filter_,
                      [&](const rating::FinishedGame& game) { builder_.add_result(game); });
    visit_stored_games(store, filter_, [&](db::StoredRecord& stored) {
      add(std::move(stored.record));
      return true;
    });
    return ExitStatus::done;
  }

  void add(Record record) {
    CheckedRecord checked;
    checked.check.game = record.tag("Game");
    checked.check.variant = record.tag("Variant");
    const GameType* type = find_game(checked.check.game);
    if (checked.check.variant.empty() && type) checked.check.variant = type->variants().front();
    checked.record = std::move(record);
    builder_.add_game(checked, start_of(checked, {}));
  }

  void read_events(const db::Store& store) {
    const bool is_name = db::find_event(store, filter_.event).has_value();
    for (const db::StoredEvent& event : db::stored_events(store)) {
      if (!event.was_played_here()) continue;
      if (is_name ? event.name != filter_.event : !is_part_of_name(filter_.event, event.name)) {
        continue;
      }
      add_tune(store, event);
      if (event.stored < event.planned()) {
        builder_.add_warning(vocabulary_("notComplete", {event.name, std::to_string(event.stored),
                                                         std::to_string(event.planned())}));
      }
      if (event.shards > 1) {
        builder_.add_warning(vocabulary_(
            "divided", {event.name, std::to_string(event.shard), std::to_string(event.shards)}));
      }
    }
  }

  void add_tune(const db::Store& store, const db::StoredEvent& event) {
    if (event.config.find("\"tune\"") == event.config.npos) return;
    const TournamentConfig config = db::config_of(store, event);
    if (config.tuning)
      builder_.add_tune(tuning_trace(db::stored_tune(store, event, config), config.name));
  }

  ExitStatus read_files() {
    std::uint64_t broken = 0, taken = 0;
    NameCheck names;
    names.expect(filter_);
    InputOptions input = options_.input;
    resolve_names(names, input, [&](const CheckedRecord& record) { names.add_known(record); });
    filter_.parts = names.partial_names();
    const ExitStatus reading =
        read_inputs(input, [&](const std::string& file, CheckedRecord& checked) {
          names.add_known(checked);
          if (!checked.check.valid()) {
            print_findings(std::cerr, file, checked.check);
            ++broken;
          } else if (fits(checked, filter_)) {
            ++taken;
            complete_tags(checked, options_.input.read.check);
            builder_.add_result(finished_game(checked));
            builder_.add_game(checked, start_of(checked, options_.input.read.check));
          }
          return true;
        });
    if (reading == ExitStatus::done) names.require_known();
    tell_left_out(std::cerr, taken, broken);
    if (broken) {
      builder_.add_warning(
          vocabulary_(broken == 1 ? "oneBroken" : "manyBroken", {std::to_string(broken)}));
    }
    return worse(reading, broken ? ExitStatus::wrong : ExitStatus::done);
  }

  const ReportOptions& options_;
  db::GameFilter filter_;
  const Vocabulary& vocabulary_;
  ReportBuilder& builder_;
};

ExitStatus run_report(ReportOptions& options) {
  if (options.db.empty() == options.input.files.empty()) {
    throw InputError("expected either a database (--db F) or record files");
  }
  options.input.check();
  OutputFile output(options.output, options.input.files);
  const Vocabulary vocabulary = report_vocabulary(chosen_language(options.language));
  ReportBuilder builder(options.games, vocabulary);
  const ExitStatus status = ReportSource(options, vocabulary, builder).read();
  builder.set_title(options.heading(builder.only_event()));
  const Report report = builder.finish();
  output.stream() << ReportDocument(report, vocabulary,
                                    options.no_engine ? std::nullopt : compressed_engine())
                         .text();
  output.commit();
  return status;
}

constexpr char report_example[] =
    "Example, an event to be looked at in a browser:\n"
    "  schiri report --db games.db --event 'Spring cup' -o report.html";

}  // namespace

void add_report(Command& app, ExitStatus& status) {
  auto options = std::make_shared<ReportOptions>();
  Command* command = app.add_subcommand(
      "report", "Write a page for browsers: standing, tables, openings, every game on its board");
  options->input.read.keep = Keep::records;
  options->input.add_to(*command);
  add_from(*command, options->input.from);
  command->get_option("FILE")->required(false);
  add_database_or(options->input.files, *command, options->db,
                  "Games of this database instead of files");
  command->add_option("--event", options->given.event, "Games of this event alone");
  command->add_option("--since", options->given.since, "Games from this day on, or month, or year");
  command->add_option("--until", options->given.until, "Games up to this day, or month, or year");
  command->add_option("--title", options->title, "The title of the page (the event or the files)");
  command->add_option("--games", options->games,
                      "How many games can be looked at, the first ones; all are counted (5000)");
  command->add_flag("--no-engine", options->no_engine,
                    "Without the engine by which readers check all and play on (0.7 MB)");
  add_language(*command, options->language);
  command->add_option("-o,--output", options->output, "The file to write; - is standard output")
      ->required();
  command->footer(report_example);
  command->callback([options, &status] { status = run_report(*options); });
}

}  // namespace schiri::cli
