#pragma once

#include <functional>
#include <string>

namespace schiri::bench {

/// What a rate is counted by. The time of this thread alone is the steadier of the two on a machine
/// that others use as well; threads and other programs need the clock on the wall.
enum class Clock { thread, wall };

/// Does a piece of work, some milliseconds long, and returns how many units of it were done.
using Work = std::function<double()>;

/// One line of the table: how fast something goes, and how fast the reference in the same call.
struct Comparison {
  std::string subject;
  std::string unit;  ///< of both, for a second: "M leaves/s"
  double scale;      ///< how many units of the work make one of these
  Work work;
  std::string reference;  ///< what it is compared with
  Work reference_work;
  Clock clock = Clock::thread;
};

/// Measures both in turn, so that a change of the machine's pace meets both, and prints the medians
/// and their ratio as a line.
void report(const Comparison& comparison);

/// Prints the table's head.
void report_head();

}  // namespace schiri::bench
