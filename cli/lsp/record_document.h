#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/lsp/text_document.h"
#include "notation/records/check/check.h"

namespace schiri::cli {

/// A part of a text in bytes.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  TextRange shifted(std::size_t by) const { return {begin + by, end + by}; }
  /// Is a place within or at an end of it?
  bool touches(std::size_t at) const { return begin <= at && at <= end; }
  bool touches(const TextRange& other) const { return begin <= other.end && other.begin <= end; }

  friend bool operator==(const TextRange&, const TextRange&) = default;
};

/// A finding of the record checker with its place in a document.
struct DocumentFinding {
  TextRange range;
  Code code;
  Message message;
};

/// A game of a document.
struct DocumentGame {
  TextRange range;     ///< without spaces around it
  std::string title;   ///< `Anna - Berta 1-0`
  std::string detail;  ///< `creeper, 34 turns`
  bool is_valid = false;
  std::vector<DocumentFinding> findings;  ///< errors first
};

/// The records of a document that is edited. A change checks only the part that it touches, some
/// thousand bytes, whatever the size of the document.
class RecordDocument {
 public:
  RecordDocument(std::string text, TextUnit unit, CheckOptions options);

  const TextDocument& text() const { return document_; }

  /// Replaces the bytes from `begin` to `end`.
  void replace(TextRange range, std::string_view text);

  /// Visits the games in order with their places in the document, until the visitor returns false.
  void visit_games(const std::function<bool(const DocumentGame&)>& visitor) const;
  /// The games that touch this range.
  std::vector<DocumentGame> games_at(TextRange range) const;

 private:
  /// A part that certainly begins with a game, or with the text; places in it count from there.
  struct Chunk {
    std::size_t size = 0;
    std::size_t reach = 0;  ///< the bytes from its beginning on which its size depends
    std::vector<DocumentGame> games = {};
  };

  Chunk chunk_at(std::size_t begin) const;
  void check(Chunk& chunk, std::size_t begin) const;

  TextDocument document_;
  CheckOptions options_;
  std::vector<Chunk> chunks_;
};

}  // namespace schiri::cli
