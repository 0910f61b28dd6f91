#pragma once

#include <string>
#include <vector>

#include "tests/support/words.h"

/// A command that reads a file. All paths are relative to its working folder.
struct Reading {
  Words command;
  std::string operand;                   ///< its name in the command's help: `--db`, `FILE`
  std::string file;                      ///< its value in the command
  std::vector<std::string> writes = {};  ///< files and folders that it may change or make
};

/// Every command with each of its files.
std::vector<Reading> all_readings();

/// Writes the input files of the readings into an empty folder.
void write_read_files(const std::string& folder);
