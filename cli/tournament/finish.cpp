#include "cli/tournament/finish.h"

#include <iostream>

#include "cli/line/usual_options.h"
#include "cli/print/output_language.h"
#include "cli/tournament/configuration.h"
#include "cli/tournament/processor_use.h"
#include "cli/tournament/results/junit_report.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/results/summary.h"
#include "cli/web/report/stored_report.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Throws InputError.
ProgressInterval progress_interval(const db::TournamentSettings& settings) {
  if (!settings.progress) return usual_progress;
  const auto interval = parse_progress_interval(*settings.progress);
  if (interval) return *interval;
  throw InputError(message(
      "--progress: expected a number of games, as in 100, or of seconds, as in 30s, not '{0}'",
      printable(*settings.progress)));
}

/// Saves finished games, whatever ends the tournament early.
ExitStatus play_and_save(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                         const RunOptions& options, const StartPermission& permission,
                         GameSaver* saver) {
  ExitStatus status = ExitStatus::done;
  try {
    status = play_tournament(store, event, contest, options, permission);
    if (status == ExitStatus::done) keep_verdict(store, event, contest);
  } catch (...) {
    if (saver) saver->finish(true);
    throw;
  }
  if (saver) saver->finish();
  return status;
}

}  // namespace

ExitStatus play_to_end(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                       const db::TournamentSettings& settings, std::optional<Format> format,
                       const StartPermission& permission, RunOptions options, GameSaver* saver) {
  options.threads = thread_count(settings, contest.config().bots);
  options.processors = processors_of(settings);
  options.log = settings.log.value_or("");
  options.live = settings.live.value_or("");
  options.report = settings.report.value_or("");
  options.trace = settings.trace.value_or("");
  auto events = std::move(options.records.events);
  options.records = record_file_options(settings);
  options.records.events = std::move(events);
  options.progress = progress_interval(settings);
  options.durable = settings.durable.value_or(false);
  options.listener = saver;
  const ExitStatus status = play_and_save(store, event, contest, options, permission, saver);
  if (settings.report) write_event_report(store, event.name, *settings.report);
  if (settings.junit) write_junit_file(*settings.junit, store, event, contest);
  if (status != ExitStatus::done) return status;
  if (format) return print_summary(std::cout, std::cerr, store, event, contest, *format);
  const auto verdict = sprt_verdict(store, event, contest);
  return verdict ? verdict->status() : status;
}

void note_missing_proof(const db::Store& store, const db::StoredEvent& event,
                        const TournamentConfig& config, ExitStatus status) {
  if (status != ExitStatus::done || event.shards > 1) return;
  if (!config.tuning || !config.tuning->proof) return;
  print_note(message("the tuned values are not proven yet; resume with: {0}",
                     resume_command(store, event.name)));
}

void add_summary_format(Command& command, Format& format) {
  command.add_format(format, "Set the format of the final standing (text)",
                     {Format::text, Format::json, Format::markdown});
  add_language(command);
}

}  // namespace schiri::cli
