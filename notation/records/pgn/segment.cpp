#include "notation/records/pgn/segment.h"

#include <algorithm>
#include <cstring>

#include "core/base/characters.h"
#include "notation/records/pgn/tags.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

/// Is the rest of a line empty except for mail quotes?
bool is_empty_quote(const char* at, const char* end) {
  at = std::find_if(at, end, [](char c) { return c != '>' && c != ' ' && c != '\t' && c != '\r'; });
  return at == end || *at == '\n';
}

/// The beginning of the line of `at` if only mail quotes precede `at`, otherwise `at`.
const char* before_quotes(const char* text, const char* at) {
  const char* line = at;
  while (line > text && (line[-1] == ' ' || line[-1] == '>')) --line;
  const bool is_front = line == text || line[-1] == '\n';
  const char* const quote = is_front ? std::find(line, at, '>') : at;
  return quote;
}

/// The certain beginning of a game if this bracket opens its first tag; otherwise null.
const char* sure_beginning(const char* text, const char* bracket) {
  if (bracket == text || !is_letter(bracket[1])) return nullptr;
  // Most tag pairs stand right below another one.
  if (bracket[-1] == '\n' && bracket - text > 1 && !is_blank(bracket[-2])) return nullptr;
  // The next of concatenated files begins here, even if the previous one has no final line end.
  if (std::string_view(text, bracket).ends_with(byte_order_mark)) return bracket;
  const char* const line = before_quotes(text, bracket);
  const bool is_quoted = line < bracket;
  if (line == text || line[-1] != '\n') return nullptr;
  const char* before = line - 1;
  const auto is_nothing = [&](char c) { return is_blank(c) ? c != '\n' : is_quoted && c == '>'; };
  while (before > text && is_nothing(before[-1])) --before;
  if (before > text && before[-1] != '\n') return nullptr;
  return !is_quoted || std::find(before, line, '>') < line ? line : nullptr;
}

/// Does a line between games only separate them: `-----`, `<hr>`, `# next`?
bool is_separator(std::string_view line) {
  constexpr std::string_view rules = "-=_*~#+/";
  constexpr std::size_t shortest_rule = 3;
  if (line.starts_with('#')) return true;
  if (line.starts_with('<') && line.ends_with('>') && line.size() > 2) return !is_digit(line[1]);
  return line.size() >= shortest_rule && rules.find(line[0]) != rules.npos &&
         line.find_first_not_of(line[0]) == line.npos;
}

/// Is a line above tags one of them, but for its brackets: `White: Anna`?
bool is_like_tag(std::string_view line) {
  const std::size_t name = std::min(line.find_first_of(" \t"), line.size());
  const std::size_t sign = line.substr(0, name).find_first_of(":=\"");
  return sign != line.npos && line.find_last_not_of(" \t\r") > sign;
}

/// The place after the marks at the end of a file, where nothing or the next of joined files
/// follows; otherwise `at`.
const char* behind_end_marks(const char* at, const char* end) {
  if (!is_end_mark(*at)) return at;
  const char* const behind =
      std::find_if_not(at, end, [](char c) { return is_end_mark(c) || is_blank(c); });
  const bool begins_file = behind + 1 < end && *behind == '[' && is_letter(behind[1]);
  return behind == end || begins_file ? behind : at;
}

/// The place after the paragraph that begins at `at` if it is no game but text: titles and
/// separators, up to an empty line, a tag pair or the end. Otherwise `at`.
const char* after_text(const char* at, const char* end) {
  const char* line = at;
  bool is_title = false, is_tag = false;
  while (line < end && *line != '[') {
    const char* const line_end = std::find(line, end, '\n');
    std::string_view text(line, line_end);
    while (!text.empty() && (is_blank(text.back()) || is_end_mark(text.back()))) {
      text.remove_suffix(1);
    }
    if (text.empty()) break;
    if (!is_separator(text)) {
      if (!is_stray_line(text) || find_invalid_utf8(line, line_end) < line_end) return at;
      is_title = true;
      is_tag = is_tag || is_like_tag(text);
    }
    line = line_end < end ? line_end + 1 : end;
  }
  const bool is_header = line < end && *line == '[' && is_title && is_tag;
  return is_header ? at : line;
}

/// The beginning of the comment that this brace ends; null if that is unclear.
const char* comment_begin(const char* text, const char* brace) {
  // After a closing brace no comment is open, so the next opening one opened this.
  const char* const other = find_last('}', text, brace);
  const char* open = std::find(other ? other + 1 : text, brace, '{');
  // A certain beginning of a game ends even an open comment.
  for (const char* at = brace; (at = find_last('[', open, at));) {
    if (!sure_beginning(text, at)) continue;
    open = std::find(at, brace, '{');
    break;
  }
  return open == brace ? nullptr : open;
}

/// Does movetext or a comment precede this line, so that it cannot continue a header?
/// False also if that takes more than 32 steps to find out.
bool follows_movetext(const char* text, const char* at) {
  for (int steps = 0; steps < 32; ++steps) {
    while (at > text && (is_blank(at[-1]) || at[-1] == '>')) --at;
    if (at == text || at[-1] == ']') return false;
    if (at[-1] == '}') {
      at = comment_begin(text, at - 1);
      if (!at) return false;
      continue;
    }
    const char* const newline = find_last('\n', text, at);
    const std::string_view line(newline ? newline + 1 : text, at);
    const std::size_t semicolon = line.find(';');
    if (semicolon == line.npos) {
      return line.find_first_of("[\"%\xef") == line.npos && !is_stray_line(line);
    }
    at = line.data() + semicolon;
  }
  return false;
}

/// Finds out whether a comment may be open at places of a text, each place before the last one.
class OpenComments {
 public:
  explicit OpenComments(std::string_view text)
      : text_(text.data()), open_(text_ + text.size()), close_(open_) {}

  bool may_hold(const char* at) {
    while (open_ && open_ >= at) open_ = find_last('{', text_, open_);
    while (close_ && close_ >= at) close_ = find_last('}', text_, close_);
    return open_ && (!close_ || close_ < open_);
  }

 private:
  const char* text_;
  const char* open_;
  const char* close_;
};

/// Does a tag pair at the beginning of this line begin a game although there is no empty line
/// before it?
bool begins_game_directly(std::string_view text, const char* line, OpenComments& comments) {
  const bool is_front = line > text.data() && line[-1] == '\n';
  return is_front && follows_movetext(text.data(), line) && !comments.may_hold(line) &&
         TagSection::begins_pair(line, text.data() + text.size());
}

/// `find_invalid_utf8` for a text that is mostly ASCII: only bytes beyond it can be invalid.
const char* first_invalid(const char* begin, const char* end) {
  unsigned char all = 0;
  for (const char* at = begin; at < end; ++at) all |= static_cast<unsigned char>(*at);
  return all < 0x80 ? end : find_invalid_utf8(begin, end);
}

/// The place after the last complete game; the last game of the text counts if `last_counts` and it
/// has a result.
std::size_t games_length(std::string_view text, bool last_counts) {
  const char* complete = text.data();
  for (GameWalk walk(text); walk.find_game();) {
    MovetextReader reader(walk.span(), nullptr);
    TagSection().read(reader, nullptr);
    const bool has_result = reader.skip_game();
    walk.leave_game(reader);
    const bool is_last = walk.position() == text.data() + text.size();
    if (is_last && !(last_counts && has_result)) break;
    complete = walk.position();
  }
  return static_cast<std::size_t>(complete - text.data());
}

}  // namespace

GameWalk::GameWalk(std::string_view text)
    : text_(text.data()),
      limit_(text.data() + text.size()),
      at_(text_),
      segment_end_(text_),
      invalid_(text_),
      beginning_(text_),
      invalid_before_beginning_(text_) {}

GameWalk GameWalk::one_segment(std::string_view text) {
  GameWalk walk(text);
  walk.set_beginning(walk.limit_);
  walk.begin_segment();
  return walk;
}

bool GameWalk::find_game() {
  at_ = skip_between_games(text_, at_, limit_);
  if (at_ == limit_) return false;
  // A segment may end before the next certain beginning, which then stays the next one.
  if (at_ >= beginning_) set_beginning(find_next_segment(text_, at_, limit_));
  if (at_ >= segment_end_) begin_segment();
  if (invalid_ < at_) invalid_ = find_invalid_utf8(at_, segment_end_);
  return true;
}

void GameWalk::leave_game(const MovetextReader& reader) {
  at_ = std::max(before_quotes(text_, reader.position()), at_ + 1);
  if (reader.end() != segment_end_) {
    segment_end_ = reader.end();
    invalid_ = find_invalid_utf8(at_, segment_end_);
  }
}

void GameWalk::set_beginning(const char* beginning) {
  beginning_ = beginning;
  invalid_before_beginning_ = first_invalid(at_, beginning_);
}

void GameWalk::begin_segment() {
  if (invalid_before_beginning_ < at_) {
    invalid_before_beginning_ = find_invalid_utf8(at_, beginning_);
  }
  segment_end_ = beginning_;
  invalid_ = invalid_before_beginning_;
}

const char* skip_between_games(const char* text, const char* at, const char* end) {
  while (at < end) {
    const bool at_line_start = at == text || at[-1] == '\n';
    if (const std::size_t space = space_length(at, end)) {
      at += space;
    } else if (const char* const behind = behind_end_marks(at, end); behind > at) {
      at = behind;
    } else if (is_byte_order_mark(at, end)) {
      at += byte_order_mark.size();
      if (at < end && *at == '%') at = std::find(at, end, '\n');
    } else if (at_line_start && (*at == '%' || (*at == '>' && is_empty_quote(at, end)))) {
      at = std::find(at, end, '\n');
    } else {
      const char* const after = at_line_start && *at != '[' ? after_text(at, end) : at;
      if (after == at) break;
      at = after;
    }
  }
  return at;
}

const char* find_next_segment(const char* text, const char* from, const char* end) {
  for (const char* at = from + 1; at < end; ++at) {
    at = static_cast<const char*>(std::memchr(at, '[', static_cast<std::size_t>(end - at)));
    if (!at) return end;
    const char* const beginning = at + 1 < end ? sure_beginning(text, at) : nullptr;
    if (beginning && beginning > from) return beginning;
  }
  return end;
}

std::size_t find_last_beginning(std::string_view text) {
  if (text.empty()) return 0;
  const auto find = [&](const auto& beginning_of) -> std::size_t {
    const char* end = text.data() + text.size() - 1;  // a letter must follow the bracket
    while (const char* bracket = find_last('[', text.data(), end)) {
      const char* const beginning = beginning_of(bracket);
      if (beginning) return static_cast<std::size_t>(beginning - text.data());
      end = bracket;
    }
    return 0;
  };
  const std::size_t sure = find([&](const char* bracket) {
    const char* const beginning = sure_beginning(text.data(), bracket);
    return beginning && follows_movetext(text.data(), beginning) ? beginning : nullptr;
  });
  if (sure) return sure;
  OpenComments comments(text);
  return find([&](const char* bracket) {
    return begins_game_directly(text, bracket, comments) ? bracket : nullptr;
  });
}

std::size_t complete_games_length(std::string_view text) { return games_length(text, false); }

std::size_t ended_games_length(std::string_view text) { return games_length(text, true); }

}  // namespace schiri
