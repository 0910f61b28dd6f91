#include "notation/records/check.h"

#include <algorithm>
#include <array>

namespace schiri {

namespace {

constexpr std::array<std::string_view, 18> names = {
    "bad-tag",      "unterminated",   "unknown-game", "unknown-variant", "bad-position",
    "missing-roll", "syntax",         "illegal",      "after-end",       "result-mismatch",
    "result-tag",   "missing-result", "too-large",    "bad-utf8",        "unexplained-result",
    "turn-number",  "missing-tag",    "spelling",
};

constexpr auto codes = [] {
  std::array<Code, names.size()> list{};
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = static_cast<Code>(i);
  return list;
}();

}  // namespace

std::span<const Code> all_codes() { return codes; }

std::optional<Code> find_code(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return codes[static_cast<std::size_t>(found - names.begin())];
}

std::string_view code_name(Code code) { return names[static_cast<std::size_t>(code)]; }

bool is_warning(Code code) { return code >= Code::unexplained_result; }

}  // namespace schiri
