#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/otb/acts/journal.h"
#include "cli/print/list_page.h"

/// The static pages of an event, for phones and for paper: `schiri otb publish` writes them into a
/// folder. The lists themselves are those of cli/otb.
namespace schiri::cli {

/// An HTML document without scripts. Documents link each other by their names.
struct SitePage {
  std::string name;  ///< `standing.html`
  std::string html;
};

/// All pages of an event, the first of which is `index.html`: rounds, standing, cross table,
/// players and their cards, and for printing the seats, result slips and table cards of the last
/// round. `options`: HTML, with the language of the pages.
std::vector<SitePage> site_pages(const otb::Journal& journal, const TableOptions& options);
/// The one of this name, without making the others; nullopt if there is none.
std::optional<SitePage> site_page(const otb::Journal& journal, const std::string& name,
                                  const TableOptions& options);

/// Is this a page that an event may have no longer: of a round, a player, a bracket, or of the last
/// round for printing?
bool is_passing_page(const std::string& name);

}  // namespace schiri::cli
