#pragma once

#include <string>
#include <string_view>

#include "notation/text/edit_distance.h"

namespace schiri {

/// Finds the known name nearest to a given one; the first of equally near ones.
class NearestName {
 public:
  explicit NearestName(std::string_view wanted) : wanted_(wanted), distance_(wanted) {}

  void look_at(std::string_view known);

  const std::string& wanted() const { return wanted_; }
  /// Was the name itself among the examined names?
  bool is_known() const { return is_known_; }
  /// The nearest name as examined; empty if none was examined.
  const std::string& nearest() const { return nearest_; }
  /// A suggestion to be appended to a sentence, see nearest_name.cpp.
  std::string advice() const;

 private:
  std::string wanted_;
  EditDistance distance_;
  std::string nearest_;
  std::size_t changes_ = static_cast<std::size_t>(-1);
  bool is_known_ = false;
};

/// NearestName::advice for a name and the known names.
template <class Names>
std::string nearest_advice(std::string_view wanted, const Names& known) {
  NearestName nearest(wanted);
  for (const auto& name : known) nearest.look_at(name);
  return nearest.advice();
}

}  // namespace schiri
