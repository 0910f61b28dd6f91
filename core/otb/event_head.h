#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace schiri::otb {

/// The date and time of a round; unknown parts are empty.
struct RoundTime {
  std::string date;  ///< `2026.11.21`
  std::string time;  ///< `14:30`

  bool is_known() const { return !date.empty() || !time.empty(); }
  friend bool operator==(const RoundTime&, const RoundTime&) = default;
};

/// What is known of an over-the-board event beside its rules; unknown texts are empty.
struct EventHead {
  std::string name;
  std::string game;
  std::string variant;  ///< never empty
  std::string place;
  std::string date;  ///< `2026.11.21`, of the first day
  /// Other lines on the event of the TRF file from which it was imported: code and text.
  std::vector<std::pair<std::string, std::string>> report = {};
  std::string end_date = {};                 ///< as `date`
  std::string federation = {};               ///< `GER`
  std::string arbiter = {};                  ///< the chief arbiter
  std::string deputies = {};                 ///< the deputy arbiters, separated by semicolons
  std::string time_control = {};             ///< as it was typed
  std::vector<RoundTime> schedule = {};      ///< by round; later rounds have none
  std::vector<std::string> categories = {};  ///< for prizes: texts of category.h

  /// Of a round, which counts from 1.
  RoundTime time_of(std::uint64_t round) const {
    return round >= 1 && round <= schedule.size() ? schedule[round - 1] : RoundTime();
  }
};

}  // namespace schiri::otb
