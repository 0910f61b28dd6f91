#include "notation/rating/tie_break_list.h"

#include <algorithm>
#include <string>

#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/rating/tables/cross_table.h"
#include "notation/text/printable.h"

namespace schiri::rating {

namespace {

/// `word` without the spaces of the list, `buchholzcut1` as well as `buchholz_cut1`.
bool is_name(const std::string& word, const TieBreak& tie_break) {
  std::string title(tie_break.title.text());
  std::erase(title, ' ');
  return equal_ignoring_case(word, tie_break.key) || equal_ignoring_case(word, title);
}

TieBreakId read_tie_break(const std::string& word) {
  if (const auto id = find_tie_break(word)) return *id;
  for (const TieBreak& known : all_tie_breaks()) {
    if (is_name(word, known)) {
      throw ValueError(message("the code of the tie-break '{0}' is {1}; use the code",
                               printable(word), known.code));
    }
  }
  throw ValueError(message("there is no tie-break '{0}'; there are {1}", printable(word),
                           join(all_tie_breaks(), ", ", [](const auto& one) { return one.code; })));
}

}  // namespace

std::vector<TieBreakId> read_tie_breaks(std::string_view list) {
  std::vector<TieBreakId> ids;
  for (const std::string_view part : split(list, ',')) {
    std::string word(part);
    std::erase(word, ' ');
    const TieBreakId id = read_tie_break(word);
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
      throw ValueError(message("'{0}' is named twice", printable(word)));
    }
    ids.push_back(id);
  }
  return ids;
}

std::vector<TieBreakId> read_table_tie_breaks(std::string_view list) {
  const auto usual = usual_tie_breaks();
  if (list.empty()) return {usual.begin(), usual.end()};
  auto ids = read_tie_breaks(list);
  for (const TieBreakId id : ids) {
    if (fits_cross_tables(id)) continue;
    throw ValueError(
        message("{0} needs the rounds of an event, which a table of games does not have", id.code));
  }
  return ids;
}

}  // namespace schiri::rating
