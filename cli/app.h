#pragma once

#include <string>
#include <vector>

/// The program: parses the command line, runs the command that it names, and turns what is thrown
/// into a message and an exit status. Each folder beside this one holds a family of commands; line/
/// and print/ are what they share.
namespace schiri::cli {

/// Runs the program and returns its exit status. Never throws.
int run(int argc, char** argv);

/// Runs a command line in a process of another program, to which console::Visit has given the
/// streams, and returns its exit status. The words are taken as they are: neither `@FILE` nor the
/// environment adds any. Commands that need the process for themselves are refused. Throws
/// std::bad_alloc alone.
int run_for_guest(std::vector<std::string> words);

}  // namespace schiri::cli
