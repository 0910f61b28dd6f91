#include "cli/web/report/stored_report.h"

#include <algorithm>

#include "cli/input/stored_games.h"
#include "cli/print/output_file.h"
#include "cli/web/report/report_document.h"
#include "cli/web/report/tuning_trace.h"
#include "cli/web/shared/engine_elements.h"
#include "core/base/text.h"
#include "db/otb/stored_event.h"
#include "db/query/filtered_games.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/stored_tune.h"
#include "db/tournament/tournaments.h"
#include "notation/records/conversion/record_start.h"

namespace schiri::cli {

namespace {

void add_game(const db::Store& store, db::StoredRecord& stored, ReportBuilder& builder) {
  Record& record = stored.record;
  CheckedRecord checked;
  checked.check.game = record.tag("Game");
  checked.check.variant = record.tag("Variant");
  const GameType* type = find_game(checked.check.game);
  if (checked.check.variant.empty() && type) checked.check.variant = type->variant_table.standard();
  checked.record = std::move(record);
  builder.add_game(checked, start_of(checked, {}), ReportBuilder::StoredPlace{store, stored.id});
}

bool is_selected(const db::Store& store, const db::GameFilter& filter, const std::string& event) {
  const auto& wanted = filter.events;
  return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const auto& name) {
           return db::find_event(store, name) ? event == name : is_part_of_name(name, event);
         });
}

void add_tune(const db::Store& store, const db::StoredEvent& event, ReportBuilder& builder) {
  if (event.config.find("\"tune\"") == event.config.npos) return;
  const TournamentConfig config = db::config_of(store, event);
  if (config.tuning)
    builder.add_tune(tuning_trace(db::stored_tune(store, event, config), config.name));
}

void add_events(const db::Store& store, const db::GameFilter& filter, const Vocabulary& vocabulary,
                ReportBuilder& builder) {
  for (const db::StoredEvent& event : db::stored_events(store)) {
    if (!event.was_played_here() || !is_selected(store, filter, event.name)) continue;
    add_tune(store, event, builder);
    if (event.stored < event.planned()) {
      builder.add_warning(vocabulary("notComplete", {event.name, std::to_string(event.stored),
                                                     std::to_string(event.planned())}));
    }
    if (event.shards > 1) {
      builder.add_warning(vocabulary(
          "divided", {event.name, std::to_string(event.shard), std::to_string(event.shards)}));
    }
  }
}

}  // namespace

void add_stored_games(const db::Store& store, const db::GameFilter& filter,
                      const Vocabulary& vocabulary, ReportBuilder& builder) {
  add_events(store, filter, vocabulary, builder);
  if (auto table = db::stored_event_table(store, filter)) builder.set_table(*std::move(table));
  db::visit_results(store, filter,
                    [&](const rating::FinishedGame& game) { builder.add_result(game); });
  visit_stored_games(store, filter, [&](db::StoredRecord& stored) {
    add_game(store, stored, builder);
    return true;
  });
}

void write_event_report(const db::Store& store, const std::string& event, const std::string& path) {
  OutputFile output(path);
  const Vocabulary vocabulary = report_vocabulary(chosen_language(""));
  ReportBuilder builder(usual_shown_games, vocabulary);
  add_stored_games(store, {.events = {event}}, vocabulary, builder);
  builder.set_title(event);
  const Report report = builder.finish();
  output.stream() << ReportDocument(report, vocabulary, compressed_engine()).text();
  output.commit();
}

}  // namespace schiri::cli
