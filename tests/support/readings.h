#pragma once

#include <string>
#include <vector>

#include "tests/support/words.h"

/// A command that reads a file. All paths are those of the folder it runs in.
struct Reading {
  Words command;
  std::string operand;                   ///< as the command's help calls it: `--db`, `FILE`
  std::string file;                      ///< what stands for it in the command
  std::vector<std::string> writes = {};  ///< files and folders that it may change or make
};

/// All readings: each command with each of its files.
std::vector<Reading> all_readings();

/// Writes the files that they read into an empty folder.
void write_read_files(const std::string& folder);
