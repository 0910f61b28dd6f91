#include "cli/input/game_source.h"

#include <iostream>

#include "cli/input/filter_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/findings.h"
#include "db/query/record_filter.h"

namespace schiri::cli {

void GameSource::add_to(Command& command) {
  input.add_to(command);
  InputOptions::describe_selection(command);
  command.get_option("FILE")->required(false);
  add_database_or(input.files, command, db, "Read the games of this database instead of files");
}

void GameSource::check() {
  if (db.empty() == input.files.empty()) {
    throw InputError(message("specify either a database (--db FILE) or record files"));
  }
  input.check();
}

db::GameFilter GameSource::filter(db::GameFilter given) const {
  given.game = input.read.check.game;
  given.variant = input.read.check.variant;
  read_period(given, input.read.check.date_order);
  return given;
}

GameSource::FilesRead GameSource::visit_files(
    NameCheck& names, db::GameFilter& filter, const std::function<void(const CheckedRecord&)>& know,
    const std::function<void(CheckedRecord&)>& take) const {
  FilesRead read;
  std::uint64_t taken = 0;
  InputOptions files = input;
  resolve_names(names, files, know);
  filter.parts = names.partial_names();
  read.reading = read_inputs(files, [&](const std::string& file, CheckedRecord& checked) {
    know(checked);
    if (!checked.check.valid()) {
      print_findings(std::cerr, file, checked.check);
      ++read.broken;
    } else if (fits(checked, filter)) {
      ++taken;
      take(checked);
    }
    return true;
  });
  tell_left_out(std::cerr, taken, read.broken);
  return read;
}

}  // namespace schiri::cli
