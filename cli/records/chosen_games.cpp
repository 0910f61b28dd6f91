#include "cli/records/chosen_games.h"

#include <iostream>
#include <utility>

#include "cli/input/stored_games.h"
#include "cli/print/findings.h"
#include "db/games/stored_record.h"
#include "notation/records/conversion/record_start.h"

namespace schiri::cli {

void ChosenGames::add_to(Command& command) {
  source_.input.read.keep = Keep::records;
  source_.add_to(command);
  selection_.add_to(command);
}

void ChosenGames::prepare() {
  source_.check();
  selection_.prepare(source_.input.read.check);
  if (source_.db.empty()) selection_.resolve_names(source_.input);
}

ExitStatus ChosenGames::visit(const Sink& sink) {
  NameCheck names;
  selection_.add_names_to(names);
  return source_.db.empty() ? visit_files(names, sink) : visit_database(names, sink);
}

ExitStatus ChosenGames::visit_files(NameCheck& names, const Sink& sink) {
  ExitStatus found = ExitStatus::done;
  const ExitStatus reading =
      read_inputs(source_.input, [&](const std::string& file, CheckedRecord& checked) {
        names.add_known(checked);
        if (!checked.check.valid()) {
          if (selection_.refuses_broken()) {
            print_findings(std::cerr, file, checked.check);
            found = ExitStatus::wrong;
          }
        } else if (selection_.accepts(checked)) {
          sink(checked, start_of(checked, source_.input.read.check));
        }
        return true;
      });
  if (reading == ExitStatus::done) names.require_known();
  return worse(reading, found);
}

ExitStatus ChosenGames::visit_database(NameCheck& names, const Sink& sink) {
  const db::Store store(source_.db, db::Store::Mode::read);
  names.add_known(store);
  selection_.resolve_names(store);
  visit_stored_games(store, {}, [&](db::StoredRecord& stored) {
    const CheckedRecord checked = checked_game(std::move(stored.record));
    names.add_known(checked);
    if (selection_.accepts(checked)) sink(checked, start_of(checked, {}));
    return true;
  });
  names.require_known();
  return ExitStatus::done;
}

}  // namespace schiri::cli
