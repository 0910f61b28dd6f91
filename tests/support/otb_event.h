#pragma once

#include "tests/catch.h"
#include "tests/support/run.h"

/// An over-the-board event in its own file.
struct OtbEvent {
  TemporaryDirectory directory;
  std::string file = directory.file("cup.otb");

  /// `schiri otb COMMAND FILE WORDS`.
  Run run(const std::string& command, const Words& words = {},
          const std::string& input = "") const {
    return run_schiri(Words{"otb", command, file} + words, input);
  }
  /// Returns the output; the command must succeed without messages.
  std::string out(const std::string& command, const Words& words = {},
                  const std::string& input = "") const {
    const Run run = this->run(command, words, input);
    CAPTURE(command, words);
    CHECK(run.err == "");
    REQUIRE(run.status == 0);
    return run.out;
  }
};
