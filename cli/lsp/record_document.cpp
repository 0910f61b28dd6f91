#include "cli/lsp/record_document.h"

#include <algorithm>

#include "core/base/text.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/segment.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Some games, so that a change is checked at once.
constexpr std::size_t usual_chunk = std::size_t{1} << 14;

/// The byte behind this many characters of the line at `at`, at most the end of the line.
std::size_t skip_characters(std::string_view text, std::size_t at, std::size_t count) {
  for (; count > 0 && at < text.size() && text[at] != '\n'; --count) {
    do ++at;
    while (at < text.size() && !begins_character(text[at]));
  }
  return at;
}

TextRange range_of(const Finding& finding, std::string_view text) {
  std::size_t line = 0;
  for (std::size_t number = 1; number < finding.line && line < text.size(); ++number) {
    line = std::min(text.find('\n', line), text.size() - 1) + 1;
  }
  const std::size_t begin = skip_characters(text, line, finding.column - 1);
  if (finding.length > 0) return {begin, skip_characters(text, begin, finding.length)};
  std::size_t end = std::min(text.find('\n', begin), text.size());
  if (end > begin && text[end - 1] == '\r') --end;
  return {begin, end};
}

std::string title_of(const CheckedRecord& record) {
  const auto named = [&](std::string_view tag) {
    const std::string_view value = record.record.tag(tag);
    return value.empty() ? "?" : std::string(value);
  };
  const std::string& result = record.check.result;
  return named("White") + " - " + named("Black") + (result.empty() ? "" : ' ' + result);
}

std::string detail_of(const CheckedRecord& record) {
  const std::string_view date = record.record.tag("Date");
  return (record.check.game.empty() ? "" : record.check.game + ", ") +
         counted(record.check.turns, "turn") + (date.empty() ? "" : ", ") + std::string(date);
}

}  // namespace

RecordDocument::RecordDocument(std::string text, TextUnit unit, CheckOptions options)
    : document_(std::move(text), unit), options_(std::move(options)) {
  const std::size_t size = document_.text().size();
  for (std::size_t at = 0; at < size; at += chunks_.back().size) chunks_.push_back(chunk_at(at));
}

RecordDocument::Chunk RecordDocument::chunk_at(std::size_t begin) const {
  const std::string_view rest = std::string_view(document_.text()).substr(begin);
  Chunk chunk{rest.size(), rest.size()};
  for (std::size_t reach = usual_chunk; reach < rest.size(); reach *= 2) {
    if (const std::size_t size = find_last_beginning(rest.substr(0, reach))) {
      chunk = {size, reach};
      break;
    }
  }
  check(chunk, begin);
  return chunk;
}

void RecordDocument::check(Chunk& chunk, std::size_t begin) const {
  const bool is_last = begin + chunk.size == document_.text().size();
  std::string text = document_.text().substr(begin, chunk.size);
  text.append(text_padding, '\0');
  const std::string_view checked(text.data(), chunk.size);
  ReadOptions options;
  options.check = options_;
  options.keep = Keep::headers;
  options.keep_text = true;
  std::size_t from = 0;
  check_games(
      checked, 1, is_last ? Extent::end : Extent::front, options, [&](CheckedRecord&& record) {
        const std::size_t at = std::min(checked.find(record.text, from), checked.size());
        DocumentGame game{{at, at + record.text.size()},
                          title_of(record),
                          detail_of(record),
                          record.check.valid(),
                          {}};
        for (const auto* findings : {&record.check.errors, &record.check.warnings}) {
          for (const Finding& finding : *findings) {
            game.findings.push_back({range_of(finding, checked), finding.code, finding.message});
          }
        }
        from = game.range.end;
        chunk.games.push_back(std::move(game));
      });
}

void RecordDocument::replace(TextRange range, std::string_view text) {
  const std::size_t old_size = document_.text().size();
  document_.replace(range.begin, range.end, text);
  const std::size_t size = document_.text().size();
  const std::size_t shift = size - old_size;  // modulo the size of the type

  std::size_t first = 0, begin = 0;
  while (first < chunks_.size() && begin + chunks_[first].reach < range.begin) {
    begin += chunks_[first++].size;
  }
  std::vector<Chunk> changed;
  std::size_t last = first, old_end = begin, at = begin;
  while (at < size) {
    changed.push_back(chunk_at(at));
    at += changed.back().size;
    while (last < chunks_.size() && (old_end < range.end || old_end + shift < at)) {
      old_end += chunks_[last++].size;
    }
    // From here on all is as it was.
    if (old_end >= range.end && old_end + shift == at && at < size) break;
  }
  if (at >= size) last = chunks_.size();
  const auto place = chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(first),
                                   chunks_.begin() + static_cast<std::ptrdiff_t>(last));
  chunks_.insert(place, std::make_move_iterator(changed.begin()),
                 std::make_move_iterator(changed.end()));
}

void RecordDocument::visit_games(const std::function<bool(const DocumentGame&)>& visitor) const {
  std::size_t begin = 0;
  for (const Chunk& chunk : chunks_) {
    for (DocumentGame game : chunk.games) {
      game.range = game.range.shifted(begin);
      for (DocumentFinding& finding : game.findings) finding.range = finding.range.shifted(begin);
      if (!visitor(game)) return;
    }
    begin += chunk.size;
  }
}

std::vector<DocumentGame> RecordDocument::games_at(TextRange range) const {
  std::vector<DocumentGame> games;
  visit_games([&](const DocumentGame& game) {
    if (game.range.touches(range)) games.push_back(game);
    return game.range.begin <= range.end;
  });
  return games;
}

}  // namespace schiri::cli
