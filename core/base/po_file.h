#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Translations as PO files, the format of GNU gettext ("PO Files" in its manual), which Poedit and
/// Weblate edit: cli/share/translations/LANGUAGE.po.
namespace schiri {

/// A sentence with its translation.
struct PoEntry {
  std::string pattern;      ///< `msgid`, the English pattern, after `msgctxt` and \4 if it has one
  std::string translation;  ///< `msgstr`
  /// The files that have the sentence (`#:`), relative to the root of the sources.
  std::vector<std::string> files;
};

/// The entries of a PO file in their order. Leaves out its header, obsolete entries (`#~`), and
/// those without a translation or marked as fuzzy, which nobody has confirmed.
/// Throws std::invalid_argument with the line for a text of another form; plural forms of gettext
/// are among these (a pattern has its own, see message.h).
std::vector<PoEntry> read_po(std::string_view text);

/// The English patterns in a script or a page: of JavaScript what t("...") and pattern("...") begin
/// with, of HTML what is in @[...]. Both write \4 as `\x04`.
std::vector<std::string> patterns_of_page(std::string_view source);

}  // namespace schiri
