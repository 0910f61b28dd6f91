#include "cli/games/own_process.h"

#include <csignal>

#include "tests/catch.h"

namespace own_process_test {

using schiri::cli::failure_of_process;

constexpr std::chrono::minutes long_enough(5);

TEST_CASE("own process: the error of a check arrives, of any length") {
  CHECK(failure_of_process([] { return ""; }, long_enough) == "");
  CHECK(failure_of_process([] { return "a\nb\n"; }, long_enough) == "a\nb\n");
  const std::string large(300'000, 'x');
  CHECK(failure_of_process([&] { return large; }, long_enough) == large);
}

TEST_CASE("own process: a crash, an end and a check that does not return are errors") {
  const auto crash = [] {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
    return "";
  };
  CHECK(failure_of_process(crash, long_enough) ==
        "its code has crashed: signal 11 (Segmentation fault)");
  const auto leave = []() -> std::string { std::_Exit(0); };
  CHECK(failure_of_process(leave, long_enough) == "its code has ended the process with status 0");
  const auto hang = []() -> std::string {
    while (true) std::this_thread::sleep_for(long_enough);
  };
  CHECK(failure_of_process(hang, std::chrono::seconds(1)) == "it has not returned after 1 second");
}

}  // namespace own_process_test
