#include "cli/io/progress.h"

#include <cmath>
#include <cstdio>

#include "core/decimals.h"

namespace schiri::cli {

namespace {

std::string speed_text(double a_second) { return fixed_text(a_second, a_second < 10 ? 1 : 0); }

}  // namespace

std::string clock_text(double seconds) {
  if (!(seconds < 100 * 3600.0)) return "days";
  const long whole = std::lround(seconds);
  char text[32];
  if (whole < 3600) {
    std::snprintf(text, sizeof text, "%ld:%02ld", whole / 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return text;
}

std::string progress_text(const std::string& what, std::uint64_t begun_with, std::uint64_t done,
                          std::uint64_t total, double seconds) {
  std::string text = std::to_string(done) + " of " + std::to_string(total) + " " + what;
  if (done == begun_with || seconds <= 0) return text;
  const double speed = static_cast<double>(done - begun_with) / seconds;
  return text + ", " + speed_text(speed) + " " + what + "/s, " +
         clock_text(static_cast<double>(total - done) / speed) + " left";
}

}  // namespace schiri::cli
