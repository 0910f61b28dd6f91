#pragma once

#include <string>
#include <vector>

#include "tests/files.h"
#include "tests/support/words.h"

/// A command that reads or writes something worth keeping. All paths are those of the folder it
/// runs in.
struct Operation {
  std::string name;
  std::vector<Words> before;  ///< commands that make what it begins with
  Words command;
  std::vector<std::string> results;  ///< the files that it leaves
  std::vector<Words> again = {};     ///< how to go on after it has failed: the first that works;
                                     ///< the command itself if there are none
  bool reports_damage = false;  ///< what a disk refuses may be its result, and then its status is 1
  bool is_repeatable = true;    ///< done twice it is as if done once
};

// The operations of each family. Programs that are started are marked as in tests/support/bots.h.
std::vector<Operation> event_operations(const TemporaryDirectory& mark);
std::vector<Operation> database_operations();
std::vector<Operation> change_operations();
std::vector<Operation> record_operations();
std::vector<Operation> otb_operations();

/// Writes the files that they read into a folder.
void write_inputs(const std::string& folder);

/// What is in files of a folder, but for what the clock has written there: of databases the
/// records, and which of them their players lost by failures; whether they are whole as well.
std::string contents(const std::string& folder, const std::vector<std::string>& files);
