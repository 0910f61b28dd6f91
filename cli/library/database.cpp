// Databases: queries as the program answers them, records in and out.
#include <map>
#include <set>
#include <sstream>

#include "cli/database/quarantined_records.h"
#include "cli/database/query.h"
#include "cli/input/filter_options.h"
#include "cli/input/game_source.h"
#include "cli/input/name_check.h"
#include "cli/library/command_options.h"
#include "cli/library/handles.h"
#include "db/games/record_row.h"
#include "db/import/import.h"
#include "db/position_index/position_index.h"
#include "db/query/filtered_games.h"
#include "notation/text/printable.h"

using namespace schiri;
using namespace schiri::library;

/// Records on their way into a database. Members are destroyed in reverse order: an import that is
/// not finished is rolled back before the database is closed.
struct schiri_import {
  schiri_import(const std::string& path, std::string its_source, db::Corrections corrections)
      : source(std::move(its_source)),
        store(path, db::Store::Mode::create),
        quarantine(store),
        import(std::in_place, store, source, corrections) {
    store.discard_if_unused();
  }

  std::string source;
  db::Store store;
  cli::QuarantinedRecords quarantine;
  std::optional<db::Import> import;
  std::multimap<std::uint64_t, std::int64_t> repaired;  ///< ids in quarantine by place
  std::uint64_t places = 0;
  /// The numbers of records.
  struct Result {
    std::uint64_t stored = 0, known = 0, quarantined = 0, repaired = 0, corrected = 0, refused = 0;
  } result;
};

namespace {

constexpr const char* an_import = "the import";
constexpr const char* a_database = "the database's file";

void add_all_queries(cli::Command& parent, cli::ExitStatus& status, std::ostream& out) {
  cli::add_queries(parent, status, {&out, false});
}

db::Corrections corrections_named(const std::string& name) {
  if (name.empty() || name == "report") return db::Corrections::report;
  if (name == "apply") return db::Corrections::apply;
  if (name == "both") return db::Corrections::both;
  throw WrongUse("unknown corrections '" + printable(name) + "'; they are: report, apply, both");
}

/// A stored game as a record of the library; its index is its id.
std::unique_ptr<schiri_record> record_of(db::StoredRecord& stored) {
  auto record = std::make_unique<schiri_record>();
  record->checked = cli::checked_game(std::move(stored.record));
  record->checked.check.index = static_cast<std::size_t>(stored.id);
  record->refresh();
  return record;
}

/// Visits the selected games; returns whether those were all.
bool visit_selected(const std::string& file, const db::GameFilter& filter,
                    schiri_record_visitor visitor, void* data) {
  const db::Store store = cli::open_for_query(file, filter);
  bool goes_on = true;
  db::visit_records(store, filter, [&](db::StoredRecord& stored) {
    goes_on = need(visitor, "the visitor")(record_of(stored).release(), data) != 0;
    return goes_on;
  });
  return goes_on;
}

/// The repaired records whose new versions are stored leave the quarantine.
std::uint64_t release_repaired(schiri_import& import, const std::set<std::uint64_t>& refused) {
  std::set<std::int64_t> released;
  for (const auto& [place, id] : import.repaired) {
    if (!refused.contains(place) && released.insert(id).second) import.import->release(id);
  }
  return released.size();
}

}  // namespace

const char* schiri_database_queries(void) {
  return guarded_pointer([] {
    static const std::string names = [] {
      std::ostringstream unused;
      return list_of(command_names([&](cli::Command& parent, cli::ExitStatus& status) {
        add_all_queries(parent, status, unused);
      }));
    }();
    return names.c_str();
  });
}

char* schiri_database_query(const char* file, const char* query, const char* options,
                            const char* form) {
  return guarded_pointer([&] {
    std::ostringstream out;
    run_command([&](cli::Command& parent,
                    cli::ExitStatus& status) { add_all_queries(parent, status, out); },
                need_text(query, "the query"), text_or_empty(options),
                {"--db=" + need_text(file, a_database), "--format=" + row_form(form)});
    return hand_over(out.str());
  });
}

int schiri_database_visit(const char* file, const char* options, schiri_record_visitor visitor,
                          void* data) {
  return guarded_status([&] {
    const std::string path = need_text(file, a_database);
    cli::FilterOptions filter;
    bool is_all = true;
    const auto add = [&](cli::Command& parent, cli::ExitStatus&) {
      cli::Command& records = *parent.add_subcommand("records", "Visit records");
      filter.add_to(records);
      filter.add_page_options(records);
      records.callback([&] { is_all = visit_selected(path, filter.filter(path), visitor, data); });
    };
    run_command(add, "records", text_or_empty(options), {});
    return is_all ? SCHIRI_OK : SCHIRI_STOPPED;
  });
}

int schiri_database_index(const char* file) {
  return guarded_status([&] {
    db::Store store(need_text(file, a_database), db::Store::Mode::write);
    db::index_positions(store);
  });
}

schiri_import* schiri_import_new(const char* file, const char* source, const char* corrections) {
  return guarded_pointer([&] {
    const std::string origin = text_or_empty(source);
    return new schiri_import(need_text(file, a_database), origin.empty() ? "-" : origin,
                             corrections_named(text_or_empty(corrections)));
  });
}

int schiri_import_add(schiri_import* import, const schiri_record* record) {
  return guarded_status([&] {
    schiri_import& its = need(import, an_import);
    CheckedRecord checked = need(record, "the record").checked;
    if (!its.import) throw WrongUse("the import is finished");
    const std::uint64_t place = ++its.places;
    if (!checked.check.valid()) {
      its.import->quarantine(its.source, checked.check, checked.text);
      ++its.result.quarantined;
      return;
    }
    const db::RecordRow row = db::row_of(checked, record->read.check);
    for (const std::int64_t id : its.quarantine.repaired_by(row)) {
      its.repaired.emplace(place, id);
    }
    ++(its.import->add(row, place) ? its.result.stored : its.result.known);
  });
}

char* schiri_import_finish(schiri_import* import) {
  return guarded_pointer([&] {
    schiri_import& its = need(import, an_import);
    if (!its.import) throw WrongUse("the import is finished");
    std::set<std::uint64_t> refused;
    for (const db::Correction& correction : its.import->settle()) {
      --its.result.stored;
      ++(correction.applied ? its.result.corrected : its.result.refused);
      if (!correction.applied) refused.insert(correction.place);
    }
    its.result.repaired = release_repaired(its, refused);
    its.import->commit();
    its.import.reset();
    const schiri_import::Result& result = its.result;
    return hand_over_json(Json{{"stored", result.stored},
                               {"known", result.known},
                               {"quarantined", result.quarantined},
                               {"repaired", result.repaired},
                               {"corrected", result.corrected},
                               {"refused", result.refused}});
  });
}

void schiri_import_free(schiri_import* import) {
  const NoCancellation whole;
  delete import;
}
