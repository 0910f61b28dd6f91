#pragma once

/// The program: parses the command line, runs the command that it names, and turns what is thrown
/// into a message and an exit status. Each folder beside this one holds a family of commands; line/
/// and print/ are what they share.
namespace schiri::cli {

/// Runs the program and returns its exit status. Never throws.
int run(int argc, char** argv);

}  // namespace schiri::cli
