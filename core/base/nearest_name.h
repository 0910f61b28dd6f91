#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/edit_distance.h"

namespace schiri {

/// The known name nearest to one that may be mistyped; the first among equals.
class NearestName {
 public:
  explicit NearestName(std::string_view wanted) : wanted_(wanted), distance_(wanted) {}

  void look_at(std::string_view known);

  const std::string& wanted() const { return wanted_; }
  /// Was the name itself among the examined names?
  bool is_known() const { return is_known_; }
  /// Is the nearest name so near that it may be meant: at most a third of its letters differ, or it
  /// begins with the name wanted?
  bool is_near() const;
  /// The nearest name as examined; empty if none was.
  const std::string& nearest() const { return nearest_; }

  /// The names examined, each once; if there are more than `most_listed`, the first of them and one
  /// more.
  const std::vector<std::string>& examined() const { return examined_; }
  static constexpr std::size_t most_listed = 12;

 private:
  std::string wanted_;
  EditDistance distance_;
  std::string nearest_;
  std::size_t changes_ = static_cast<std::size_t>(-1);
  bool is_known_ = false;
  std::vector<std::string> examined_;
};

}  // namespace schiri
