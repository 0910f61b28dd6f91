#pragma once

#include <initializer_list>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/print/format.h"
#include "cli/print/html.h"
#include "cli/print/json.h"
#include "cli/print/vocabulary.h"

namespace schiri::cli {

/// The options of lists for users.
struct ListFormatOptions {
  Format format = Format::text;  ///< text, JSON (an object a line), CSV or HTML
  std::string language;          ///< empty: that of the environment
  std::string delimiter;         ///< of CSV: `,`, `;` or `tab`
  bool decimal_comma = false;    ///< of CSV
  /// The optional columns, separated by commas; unset: the usual ones of the list.
  std::optional<std::string> columns = {};
};

/// The words for optional columns: `number`, `title`, `rating`, `federation`, `club`, `fide_id`,
/// `category`.
const std::vector<std::string>& optional_columns();

/// The format and the language of a list. For programs, headings are the keys of JSON and numbers
/// have all digits; for users, headings are words and numbers have at most two decimals.
class ListFormat {
 public:
  /// Throws InputError for options that exclude each other. JSON, and CSV without a language,
  /// ignore the language of the environment.
  explicit ListFormat(const ListFormatOptions& options);

  Format format() const { return format_; }
  const Vocabulary& words() const { return words_; }
  const Translation& language() const { return translation_to(words_.language()); }
  /// Are the headings the keys of JSON?
  bool has_keys() const { return has_keys_; }
  /// Are headings and cells those of JSON?
  bool is_plain() const { return has_keys_ && delimiter_ == ',' && !decimal_comma_; }
  /// Is it read as it is, not in another program?
  bool is_shown() const { return format_ == Format::html || format_ == Format::text; }
  /// The separator of CSV.
  char delimiter() const { return delimiter_; }
  /// Were optional columns chosen?
  bool has_chosen_columns() const { return columns_.has_value(); }
  /// Is this optional column shown: chosen, or without a choice one of the usual ones? Lists for
  /// programs have all.
  bool shows(const std::string& column, bool is_usual) const;
  std::string number(double value, int decimals) const;

 private:
  Format format_;
  Vocabulary words_;
  bool has_keys_;
  char delimiter_;
  bool decimal_comma_;
  std::optional<std::vector<std::string>> columns_;
};

/// The head of a page of lists.
struct ListHead {
  std::string name;
  std::string place;                    ///< empty if there is none
  std::string date;                     ///< `2026.11.21`; empty if there is none
  std::string end_date = {};            ///< of the last day; empty if there is none
  std::string federation = {};          ///< `GER`; empty if there is none
  std::vector<std::string> facts = {};  ///< more on the event, each a text in the list's language
};

/// A list in the language of a ListFormat.
struct PrintedList {
  std::string title;
  std::vector<std::string> keys;  ///< of the columns
  std::vector<std::vector<Json>> rows;
  std::string below_title = {};
  std::vector<std::string> notes = {};  ///< below the list, as HTML alone
};

/// The columns of a list that are not empty, and its cells as readers see them.
struct ShownRows {
  std::vector<std::string> keys;
  std::vector<HtmlColumn> columns;
  std::vector<std::vector<std::string>> rows;
};
ShownRows shown_rows(const PrintedList& list, const ListFormat& form);

/// A day as the language writes it; a text that is none stays as it is. Empty without a year.
std::string shown_day(const std::string& date, const Translation& language);
/// The first and last day of an event; empty if there is none.
std::string shown_date(const ListHead& head, const Translation& language);
/// The days, the place and the federation in one line, then the facts in another; empty lines are
/// left out.
std::vector<std::string> head_lines(const ListHead& head, const Translation& language);

/// Removes the optional columns that the form does not show, and for readers those without data.
/// `usual`: shown unless columns are chosen; `kept`: keys that stay in any case.
void choose_columns(PrintedList& list, const ListFormat& form,
                    std::initializer_list<std::string_view> usual,
                    std::initializer_list<std::string_view> kept = {});

void print_list(std::ostream& out, const ListHead& head, const PrintedList& list,
                const ListFormat& form);

/// Prints several short lists on one page, as cards with titles; only as text or HTML.
void print_short_lists(std::ostream& out, const ListHead& head, const std::string& title,
                       const std::vector<PrintedList>& lists, const ListFormat& form);

/// Prints several long lists on one page, one below the other, as HTML.
void print_long_lists(std::ostream& out, const ListHead& head,
                      const std::vector<PrintedList>& lists, const ListFormat& form);

}  // namespace schiri::cli
