#include "notation/records/json_text.h"

#include <stdexcept>
#include <string>

namespace schiri {

namespace {

// Records need four levels, whatever stands in a tag of another program few more.
constexpr int most_levels = 64;

}  // namespace

nlohmann::ordered_json parse_json(std::string_view text) {
  using Json = nlohmann::ordered_json;
  return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
    if (depth > most_levels) {
      throw std::runtime_error("it is nested more than " + std::to_string(most_levels) +
                               " levels deep");
    }
    return true;
  });
}

}  // namespace schiri
