#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/print/json.h"
#include "cli/print/vocabulary.h"

namespace schiri::cli {

/// How lists for people are asked for.
struct ListFormatOptions {
  std::string format = "text";  ///< `text`, `json` (an object a line), `csv` or `html`
  std::string language;         ///< as it was told
  std::string delimiter;        ///< of CSV: `,`, `;` or `tab`
  bool decimal_comma = false;   ///< of CSV
};

/// In which form and words a list comes. Programs are given the keys of JSON as headings and all
/// digits of a number; people have words, and numbers of two decimals at most.
class ListFormat {
 public:
  /// Throws InputError for options that do not go together. JSON, and CSV without a language, know
  /// nothing of the language of the surroundings.
  explicit ListFormat(const ListFormatOptions& options);

  const std::string& format() const { return format_; }
  const Vocabulary& words() const { return words_; }
  /// Are the columns called by the keys of JSON?
  bool has_keys() const { return has_keys_; }
  /// And is the rest as in JSON, too?
  bool is_plain() const { return has_keys_ && delimiter_ == ',' && !decimal_comma_; }
  /// Is it read where it lies, rather than taken into another program?
  bool is_shown() const { return format_ == "html" || format_ == "text"; }
  /// What separates the cells of CSV.
  char delimiter() const { return delimiter_; }
  std::string number(double value, int decimals) const;

 private:
  std::string format_;
  Vocabulary words_;
  bool has_keys_;
  char delimiter_;
  bool decimal_comma_;
};

/// What lists are of: what stands at the head of a page.
struct ListHead {
  std::string name;
  std::string place;  ///< empty if there is none
  std::string date;   ///< `2026.11.21`; empty if there is none
};

/// A list, made in the words of its form.
struct PrintedList {
  std::string title;
  std::vector<std::string> keys;  ///< of the columns
  std::vector<std::vector<Json>> rows;
  std::string below_title = {};
  std::vector<std::string> notes = {};  ///< below the list, as HTML alone
};

void print_paper(std::ostream& out, const ListHead& head, const PrintedList& paper,
                 const ListFormat& form);

/// Several short lists on one page, as cards, the title of each above it: as text or HTML alone.
void print_papers(std::ostream& out, const ListHead& head, const std::string& title,
                  const std::vector<PrintedList>& papers, const ListFormat& form);

/// Several long lists on one page, one below the other, as HTML.
void print_long_papers(std::ostream& out, const ListHead& head,
                       const std::vector<PrintedList>& papers, const ListFormat& form);

}  // namespace schiri::cli
