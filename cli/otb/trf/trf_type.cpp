#include "cli/otb/trf/trf_type.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

using Kind = TrfSystem::Kind;

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool has_word(std::string_view text, std::string_view word) {
  const auto words = split(text, ' ');
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The number after the last `_G` of a code; 0 if there is none.
std::uint64_t cycles_in(std::string_view code) {
  const std::size_t at = code.rfind("_G");
  if (at == code.npos) return 0;
  return parse_number<std::uint64_t>(code.substr(at + 2)).value_or(0);
}

/// The codes of FIDE's table of 2026, in capitals. A draft of 2025 named the Dutch rules of 2026
/// after its own year.
TrfSystem system_of_code(std::string code) {
  TrfSystem system;
  system.text = code;
  const bool is_dutch = code == "FIDE_DUTCH" || code == "FIDE_DUTCH_2017" ||
                        code == "FIDE_DUTCH_2025" || code == "FIDE_DUTCH_2026";
  if (is_dutch) {
    system.kind = Kind::dutch;
  } else if (has(code, "ROUNDROBIN")) {
    system.kind = Kind::round_robin;
    system.cycles = has(code, "_G") ? cycles_in(code) : has(code, "DOUBLE") ? 2 : 1;
    system.has_plain_tables = code.starts_with("BERGER");
    if (code.starts_with("CUSTOM")) system.cycles = 0;
  } else if (has(code, "KNOCKOUT")) {
    system.kind = Kind::knockout;
  } else if (!code.empty()) {
    system.kind = Kind::other_swiss;
  }
  return system;
}

/// Titles in the words of many programs: `Individual: Swiss-System`, `Round Robin`.
TrfSystem system_of_words(std::string_view words) {
  TrfSystem system;
  system.text = trimmed(words);
  const std::string text = without_case(words);
  if (has(text, "round") && has(text, "robin")) {
    system.kind = Kind::round_robin;
    if (has(text, "double")) system.cycles = 2;
  } else if (has(text, "knock")) {
    system.kind = Kind::knockout;
  } else if (has(text, "dubov") || has(text, "burstein") || has_word(text, "lim") ||
             has(text, "monrad") || has(text, "double-swiss") || has(text, "double swiss")) {
    system.kind = Kind::other_swiss;
  } else if (has(text, "swiss") || has(text, "dutch")) {
    system.kind = Kind::dutch;
  }
  return system;
}

std::string round_robin_code(const otb::Terms& terms) {
  if (terms.cycles == 1) return "FIDE_ROUNDROBIN";
  if (terms.cycles == 2) return "FIDE_DOUBLEROUNDROBIN";
  // With an odd number of cycles the tables stay as they are.
  if (terms.cycles % 2 == 1) {
    return "BERGER_ROUNDROBIN_G" + std::to_string(terms.cycles);
  }
  return "CUSTOM_ROUNDROBIN";
}

std::string trf_tie_break(rating::TieBreakId id) {
  std::string code(id.code);
  std::replace(code.begin(), code.end(), '-', '/');
  return code;
}

}  // namespace

TrfSystem read_trf_system(std::string_view code, std::string_view words) {
  std::string capitals = upper_case(trimmed(code));
  return capitals.empty() ? system_of_words(words) : system_of_code(std::move(capitals));
}

std::string trf_system_code(const otb::Terms& terms) {
  if (terms.system == System::round_robin) return round_robin_code(terms);
  if (terms.system == System::knockout) return "CUSTOM_KNOCKOUT";
  if (terms.system != System::dutch) return "CUSTOM_SWISS";
  return "FIDE_DUTCH_2026";
}

std::string trf_tie_breaks(const std::vector<rating::TieBreakId>& list) {
  std::string text;
  for (const auto id : list) text += (text.empty() ? "" : ",") + trf_tie_break(id);
  return text;
}

std::vector<rating::TieBreakId> read_trf_tie_breaks(std::string_view list) {
  std::vector<rating::TieBreakId> ids;
  for (const std::string_view part : split(list, ',')) {
    std::string code = upper_case(trimmed(part));
    if (code.empty() || (ids.empty() && code == "PTS")) continue;
    const auto id = rating::find_tie_break(code);
    if (!id) throw ValueError(message("unknown tie-break '{0}'", printable(trimmed(part))));
    if (std::find(ids.begin(), ids.end(), *id) == ids.end()) ids.push_back(*id);
  }
  return ids;
}

}  // namespace schiri
