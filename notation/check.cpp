#include "notation/check.h"

#include <array>

namespace schiri {

namespace {

constexpr std::array<std::string_view, 17> names = {
    "bad-tag",      "unterminated",   "unknown-game", "unknown-variant", "bad-position",
    "missing-roll", "syntax",         "illegal",      "after-end",       "result-mismatch",
    "result-tag",   "missing-result", "too-large",    "bad-utf8",        "unexplained-result",
    "turn-number",  "missing-tag",
};

}  // namespace

std::string_view code_name(Code code) { return names[static_cast<std::size_t>(code)]; }

bool is_warning(Code code) { return code >= Code::unexplained_result; }

}  // namespace schiri
