#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace schiri::cli {

/// A place in a document as the Language Server Protocol counts, from 0.
struct DocumentPlace {
  std::uint64_t line = 0;
  std::uint64_t character = 0;  ///< in units of the document

  friend bool operator==(const DocumentPlace&, const DocumentPlace&) = default;
};

/// The units in which editors count the characters of a line.
enum class TextUnit : unsigned char { utf8, utf16 };

/// The text of a document in UTF-8, whose places convert between bytes and lines. Lines end at
/// `\n`, `\r\n` and `\r`.
class TextDocument {
 public:
  TextDocument(std::string text, TextUnit unit);

  const std::string& text() const { return text_; }

  /// The byte of a place. A place behind the end of its line is that end, a line behind the last
  /// one is the end of the text, and a place within a character is its beginning.
  std::size_t offset(const DocumentPlace& place) const;
  DocumentPlace place(std::size_t offset) const;

  /// Replaces the bytes from `begin` to `end`.
  void replace(std::size_t begin, std::size_t end, std::string_view text);

 private:
  void find_lines(std::size_t from, std::size_t to, std::vector<std::size_t>& begins) const;

  std::string text_;
  TextUnit unit_;
  std::vector<std::size_t> lines_;  ///< where each begins
};

}  // namespace schiri::cli
