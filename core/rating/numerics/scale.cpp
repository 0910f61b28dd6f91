#include "core/rating/numerics/scale.h"

namespace schiri::rating {

std::string_view scale_name(Scale scale) { return scale == Scale::elo ? "elo" : "odds"; }

std::optional<Scale> find_scale(std::string_view name) {
  for (const Scale scale : {Scale::elo, Scale::odds}) {
    if (scale_name(scale) == name) return scale;
  }
  return std::nullopt;
}

}  // namespace schiri::rating
