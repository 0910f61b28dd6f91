#pragma once

#include <ostream>
#include <string>
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
};

/// The format and the language of a list. For programs, headings are the keys of JSON and numbers
/// have all digits; for users, headings are words and numbers have at most two decimals.
class ListFormat {
 public:
  /// Throws InputError for options that exclude each other. JSON, and CSV without a language,
  /// ignore the language of the environment.
  explicit ListFormat(const ListFormatOptions& options);

  Format format() const { return format_; }
  const Vocabulary& words() const { return words_; }
  /// Are the headings the keys of JSON?
  bool has_keys() const { return has_keys_; }
  /// Are headings and cells those of JSON?
  bool is_plain() const { return has_keys_ && delimiter_ == ',' && !decimal_comma_; }
  /// Is it read as it is, not in another program?
  bool is_shown() const { return format_ == Format::html || format_ == Format::text; }
  /// The separator of CSV.
  char delimiter() const { return delimiter_; }
  std::string number(double value, int decimals) const;

 private:
  Format format_;
  Vocabulary words_;
  bool has_keys_;
  char delimiter_;
  bool decimal_comma_;
};

/// The head of a page of lists.
struct ListHead {
  std::string name;
  std::string place;  ///< empty if there is none
  std::string date;   ///< `2026.11.21`; empty if there is none
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

/// The date of a page's head as the language writes it; empty if there is none.
std::string shown_date(const ListHead& head, const Vocabulary& words);

void print_list(std::ostream& out, const ListHead& head, const PrintedList& list,
                const ListFormat& form);

/// Prints several short lists on one page, as cards with titles; only as text or HTML.
void print_short_lists(std::ostream& out, const ListHead& head, const std::string& title,
                       const std::vector<PrintedList>& lists, const ListFormat& form);

/// Prints several long lists on one page, one below the other, as HTML.
void print_long_lists(std::ostream& out, const ListHead& head,
                      const std::vector<PrintedList>& lists, const ListFormat& form);

}  // namespace schiri::cli
