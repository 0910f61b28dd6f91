#pragma once

namespace schiri::cli {

/// Runs the program and returns its exit status. Never throws.
int run(int argc, char** argv);

}  // namespace schiri::cli
