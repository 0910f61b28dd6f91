#pragma once

#include <string>

#include "cli/line/command_line.h"

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace schiri::cli {

/// Adds `schiri help`, which shows what the command line says of the whole program.
void add_help(Command& program, const CLI::App& app);

/// What is wrong with a command line that CLI11 refused, and which help to read: two lines. Names
/// commands and options as typed, and the nearest known ones.
std::string usage_message(const CLI::App& program, const CLI::Error& error);

/// The complaint if the command line asks for the help of an unknown command, which CLI11 answers
/// with the help of the program; empty otherwise.
std::string unknown_command_message(const CLI::App& program);

}  // namespace schiri::cli
