#pragma once

#include <functional>
#include <string>

namespace schiri::bench {

/// The clock of a rate. The processor time of this thread is steadier on a shared machine; work in
/// other threads and programs requires wall time.
enum class Clock { thread, wall };

/// Performs some milliseconds of work and returns the number of completed units.
using Work = std::function<double()>;

/// One line of the table: the rate of a subject and of its reference in the same run.
struct Comparison {
  std::string subject;
  std::string unit;  ///< the unit of both rates, e.g. "M leaves/s"
  double scale;      ///< units of the work per printed unit
  Work work;
  std::string reference;  ///< the name of the reference
  Work reference_work;
  Clock clock = Clock::thread;
};

/// Measures both alternately, so that changes of the machine's speed affect both, and prints a line
/// with their medians and ratio.
void report(const Comparison& comparison);

/// Prints the heading of the table.
void report_head();

}  // namespace schiri::bench
