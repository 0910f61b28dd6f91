#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "notation/text/table.h"

/// Lists for people: as HTML in one file that loads nothing and runs no script, printed on one
/// sheet of A4 if possible, or as text with the same titles.
namespace schiri::cli {

/// The head of a page of lists.
struct ListHead {
  Message name;
  std::string place = {};           ///< empty if there is none
  std::string date = {};            ///< `2026.11.21`; empty if there is none
  std::string end_date = {};        ///< of the last day; empty if there is none
  std::string federation = {};      ///< `GER`; empty if there is none
  std::vector<Message> facts = {};  ///< more on the event
};
/// The first and last day of an event; empty if there is none.
std::string head_dates(const ListHead& head, const Translation& language);
/// The days, the place and the federation in one line, then the facts in another; empty lines are
/// left out.
std::vector<std::string> head_lines(const ListHead& head, const Translation& language);

/// Prints a list in any format.
void print_list(std::ostream& out, const ListHead& head, const Table& list,
                const TableOptions& options);
/// Prints several short lists as cards with titles on one page; as CSV or JSON they are one list.
void print_cards(std::ostream& out, const ListHead& head, const Message& title,
                 const std::vector<Table>& lists, const TableOptions& options);
/// Prints several long lists on one page, one below the other.
void print_pages(std::ostream& out, const ListHead& head, const std::vector<Table>& lists,
                 const TableOptions& options);

/// A text as HTML: markup is escaped, control characters are removed.
std::string html_text(std::string_view text);

/// The head of a document in the reader's light or dark mode, up to and with `<main>`. `style`:
/// rules in addition to the common ones.
std::string html_head(std::string_view title, std::string_view language, std::string_view style);
inline constexpr std::string_view html_end = "</main>\n</html>\n";

/// The HTML of the name of a row; that of its text without a function.
using RowName = std::function<std::string(const std::string& name)>;

/// The box on a phone that shows the details of a page's lists, too; empty without such columns.
std::string details_toggle(const std::vector<Column>& columns, const Translation& language);

/// A table whose cells, but not its headings, stay on one line each, on a phone numbers alone.
/// `label`: its name for screen readers. Details have the class `extra`, totals `total`.
std::string html_table(std::string_view label, const ShownTable& table, const RowName& name = {});

/// The style that prints this table and N further lines of the page on one sheet of A4, portrait or
/// landscape, unless the letters would be too small; a short one fills it.
std::string html_print_style(const ShownTable& table, std::size_t other_lines);

}  // namespace schiri::cli
