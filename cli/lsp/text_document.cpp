#include "cli/lsp/text_document.h"

#include <algorithm>

#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The units of a character by its first byte.
std::size_t units_of(char first, TextUnit unit) {
  const auto byte = static_cast<unsigned char>(first);
  if (unit == TextUnit::utf16) return byte >= 0xf0 ? 2 : 1;
  return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
}

}  // namespace

TextDocument::TextDocument(std::string text, TextUnit unit) : text_(std::move(text)), unit_(unit) {
  lines_.push_back(0);
  find_lines(0, text_.size(), lines_);
}

/// Adds the beginnings of the lines that end at a byte from `from` to before `to`.
void TextDocument::find_lines(std::size_t from, std::size_t to,
                              std::vector<std::size_t>& begins) const {
  for (std::size_t at = from; (at = text_.find_first_of("\r\n", at)) < to; ++at) {
    const bool is_pair = text_[at] == '\r' && at + 1 < text_.size() && text_[at + 1] == '\n';
    if (!is_pair) begins.push_back(at + 1);
  }
}

std::size_t TextDocument::offset(const DocumentPlace& place) const {
  if (place.line >= lines_.size()) return text_.size();
  std::size_t at = lines_[place.line];
  std::size_t units = 0;
  while (at < text_.size() && text_[at] != '\n' && text_[at] != '\r') {
    units += units_of(text_[at], unit_);
    if (units > place.character) break;
    do ++at;
    while (at < text_.size() && !begins_character(text_[at]));
  }
  return at;
}

DocumentPlace TextDocument::place(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto behind = std::upper_bound(lines_.begin(), lines_.end(), offset);
  const std::size_t begin = *(behind - 1);
  DocumentPlace place{static_cast<std::size_t>(behind - lines_.begin()) - 1, 0};
  for (std::size_t at = begin; at < offset; ++at) {
    if (begins_character(text_[at])) place.character += units_of(text_[at], unit_);
  }
  return place;
}

void TextDocument::replace(std::size_t begin, std::size_t end, std::string_view text) {
  text_.replace(begin, end - begin, text);
  // A line may begin newly, or no more, behind a `\r` just before and a `\n` just after the change.
  const std::size_t from = begin - (begin > 0);
  const std::size_t to = std::min(begin + text.size() + 1, text_.size());
  const auto first = std::upper_bound(lines_.begin(), lines_.end(), from);
  const auto last = std::upper_bound(first, lines_.end(), end + 1);
  std::vector<std::size_t> begins;
  find_lines(from, to, begins);
  const std::size_t shift = text.size() - (end - begin);  // modulo the size of the type
  for (auto line = last; line != lines_.end(); ++line) *line += shift;
  lines_.insert(lines_.erase(first, last), begins.begin(), begins.end());
}

}  // namespace schiri::cli
