#pragma once

#include <vector>

#include "core/rating/tests/result_family.h"
#include "core/rating/tests/sprt.h"

namespace schiri::rating {

/// The ratio of a unit, if the results are those of a family: by the mean score, interpolated.
class LlrCurve {
 public:
  LlrCurve(const ResultFamily& family, const SprtOptions& options);
  /// `score`: from 0 to 1.
  double at(double score) const;

 private:
  std::vector<double> ratios_;
};

}  // namespace schiri::rating
