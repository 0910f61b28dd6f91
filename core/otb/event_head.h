#pragma once

#include <string>
#include <utility>
#include <vector>

namespace schiri::otb {

/// The name, place, date and game of an over-the-board event.
struct EventHead {
  std::string name;
  std::string game;
  std::string variant;  ///< never empty
  std::string place;    ///< empty if unknown
  std::string date;     ///< `2026.11.21`
  /// Other lines on the event of the TRF file from which it was imported: code and text.
  std::vector<std::pair<std::string, std::string>> report = {};
};

}  // namespace schiri::otb
