#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace schiri {

/// The distances of other texts from one: letters changed, inserted or deleted, and neighbours
/// transposed, each place at most once (optimal string alignment). Ignores the case of ASCII
/// letters; of long texts the first `most_letters` bytes count.
class EditDistance {
 public:
  static constexpr std::size_t most_letters = 64;

  explicit EditDistance(std::string_view text);

  /// The number of changes to the other text.
  std::size_t to(std::string_view other) const;
  /// The number of changes, at most `limit`; fast for texts of very different lengths.
  std::size_t to(std::string_view other, std::size_t limit) const;

 private:
  std::size_t size_;
  std::array<std::uint64_t, 256> places_{};  ///< bit mask of each letter in the text
};

/// The known name nearest to one that may be mistyped; the first in the order of bytes among
/// equals.
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
  /// The same with the examined names in the order of bytes, for names that come in no order.
  NearestName in_order() const;

 private:
  std::string wanted_;
  EditDistance distance_;
  std::string nearest_;
  std::size_t changes_ = static_cast<std::size_t>(-1);
  bool is_known_ = false;
  std::vector<std::string> examined_;
};

/// What to join to "there is no X": `the nearest is 'Anna'` if one is near, otherwise the names
/// that exist if they are few, `otherwise` (`'schiri help' lists all`) if they are many.
Message known_names(const NearestName& nearest, const Message& otherwise = {});

/// The same of a name and those that are known.
template <class Names>
Message known_names(std::string_view wanted, const Names& known, const Message& otherwise = {}) {
  NearestName nearest(wanted);
  for (const auto& name : known) nearest.look_at(name);
  return known_names(nearest, otherwise);
}

}  // namespace schiri
