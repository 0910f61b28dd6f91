#pragma once

#include <string>
#include <vector>

#include "tests/files.h"
#include "tests/support/words.h"

/// A command that reads or writes valuable data. All paths are relative to its working folder.
struct Operation {
  std::string name;
  std::vector<Words> before;  ///< commands that make its input
  Words command;
  std::vector<std::string> results;  ///< the files that it writes
  std::vector<Words> again = {};  ///< commands that recover from a failure: the first that works;
                                  ///< empty: the command itself
  bool reports_damage = false;    ///< a failure of the disk may be its result, with status 1
  bool is_repeatable = true;      ///< repeating it changes nothing
};

// The operations of each family. Started programs are marked as in tests/support/bots.h.
std::vector<Operation> event_operations(const TemporaryDirectory& mark);
std::vector<Operation> database_operations();
std::vector<Operation> change_operations();
std::vector<Operation> record_operations();
std::vector<Operation> otb_operations();

/// Writes the input files into a folder.
void write_inputs(const std::string& folder);

/// The contents of files of a folder, without data that depends on the clock: of databases the
/// records, the failures of their players, and the result of a check.
std::string contents(const std::string& folder, const std::vector<std::string>& files);
