#include <iostream>
#include <memory>

#include "cli/db_command.h"
#include "cli/inputs.h"
#include "cli/merge_report.h"
#include "db/merge.h"
#include "notation/finding_log.h"

namespace schiri::cli {

namespace {

struct MergeOptions {
  std::string db;
  std::vector<std::string> others;
};

std::string counted(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

ExitStatus run_merge(const MergeOptions& options) {
  db::Store store(options.db, db::Store::Mode::create);
  MergeReport report;
  ExitStatus status = ExitStatus::done;
  for (const std::string& other : options.others) {
    try {
      const db::Merged merged = db::merge(store, other);
      std::cout << printable(other, 4096) << ": " << counted(merged.games, "game") << " of "
                << counted(merged.events, "new event") << " added or completed, " << merged.known
                << " there already, " << merged.quarantined << " added to quarantine\n";
      report.add(db::Store(other, db::Store::Mode::read), other);
    } catch (const db::StoreError& error) {
      std::cout.flush();
      std::cerr << "schiri: " << printable(error.what(), 4096) << '\n';
      if (const auto* conflict = dynamic_cast<const db::ContradictionError*>(&error)) {
        print_contradictions(*conflict);
      }
      status = worse(status, ExitStatus::unusable);
    }
  }
  report.print(std::cout, store);
  return status;
}

}  // namespace

void add_db_merge(CLI::App& db, ExitStatus& status) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command = db.add_subcommand(
      "merge", "Add what other databases hold, each game once; each database wholly or not at all");
  command->add_option("--db", options->db, "The database that grows, made if it does not exist")
      ->required();
  command->add_option("OTHER", options->others, "Databases that are read")->required();
  command->footer("Example: schiri db merge --db all.db shard1.db shard2.db");
  command->callback([options, &status] { status = run_merge(*options); });
}

}  // namespace schiri::cli
