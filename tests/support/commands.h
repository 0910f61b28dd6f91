#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/files.h"
#include "tests/support/words.h"

// The commands of the program as its completion knows them, and a command line for each.

struct NamedOption {
  std::vector<std::string> words;  ///< its values, if it takes only some
  std::string about;
  bool takes_value = false;
  bool takes_file = false;
};

/// Options by their names.
using Options = std::map<std::string, NamedOption>;

/// Commands by their paths: `db import`.
struct Program {
  std::set<std::string> commands;
  std::map<std::string, Options> options;
  std::set<std::string> readers;  ///< commands whose first argument is a file
};

const Program& program();
/// Was it built with the events of people (SCHIRI_OTB)?
bool has_otb();

/// A line of tests/data/commands.txt.
struct CommandLine {
  std::string path;
  Words words;
  std::vector<std::string> writes;  ///< beginnings of what it may change or make

  bool has(const std::string& word) const;
};

const std::vector<CommandLine>& command_lines();
/// The first line of each command that the choice accepts.
std::vector<CommandLine> first_lines(bool (*choice)(const CommandLine& line));

/// The first line of each command that opens a database, without those that play new games, change
/// an over-the-board event, or read damaged databases.
const std::vector<CommandLine>& database_lines();

/// A temporary folder with the files that the command lines read.
class CommandFolder {
 public:
  CommandFolder();
  const std::string& path() const { return path_; }

 private:
  TemporaryDirectory directory_;
  std::string path_ = directory_.file("folder");
};

/// The files in this folder that a line reads, also those in its folders.
std::vector<std::string> read_files(const CommandLine& line, const std::string& folder);
