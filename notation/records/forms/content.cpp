#include "notation/records/forms/content.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/characters.h"
#include "core/base/message.h"

namespace schiri {

namespace {

constexpr std::string_view blanks_and_feed = " \t\r\n\f";

std::string_view without_blanks_before(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks_and_feed), text.size()));
  return text;
}

/// In UTF-16, the zero bytes of ASCII.
std::string without_wide_zeros(std::string_view text) {
  std::string narrow(text);
  const auto zeros = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\0'));
  const bool is_wide = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") ||
                       (zeros > 2 * text.size() / 5 && zeros < 3 * text.size() / 5);
  if (is_wide) std::erase(narrow, '\0');
  return narrow;
}

/// Calls `look(line)` until it returns true; returns whether it did.
template <class Look>
bool any_line(std::string_view text, const Look& look) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (look(line)) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

/// A bracket and a letter, also in a quoted mail: perhaps a tag pair.
bool opens_like_tag_pair(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of("> \t\xef\xbb\xbf\xff\xfe"), line.size()));
  if (!line.starts_with('[')) return false;
  line = without_blanks_before(line.substr(1));
  return !line.empty() && is_letter(line[0]);
}

/// The same with a value.
bool is_like_tag_pair(std::string_view line) {
  return opens_like_tag_pair(line) && line.find('"') != line.npos && line.find(']') != line.npos;
}

bool is_binary(std::string_view text) {
  if (text.starts_with("%PDF-")) return true;
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && blanks_and_feed.find(c) == blanks_and_feed.npos &&
           c != '\x1a';
  };
  const auto controls =
      static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_control));
  return text.find('\0') != text.npos || controls > text.size() / 50;
}

/// A record may begin with a comment, so `{` alone does not decide.
bool is_json(std::string_view text) {
  const char open = text[0];
  if (open != '{' && open != '[') return false;
  const std::string_view inside = without_blanks_before(text.substr(1));
  if (inside.empty()) return false;
  if (open == '[') return inside[0] == '{' || inside[0] == '[' || inside[0] == '"';
  const std::size_t end = inside.find('"', 1);
  return inside[0] == '"' && end != inside.npos &&
         without_blanks_before(inside.substr(end + 1)).starts_with(':');
}

bool is_page(std::string_view text) {
  return text.size() > 1 && text[0] == '<' &&
         (is_letter(text[1]) || text[1] == '!' || text[1] == '?');
}

bool is_mail(std::string_view text) {
  static constexpr std::string_view headers[] = {
      "from:",        "to:",      "subject:",    "date:",  "received:",
      "return-path:", "reply-to", "message-id:", "sent:",  "mime-version:",
      "von:",         "an:",      "betreff:",    "datum:", "gesendet:"};
  int found = text.starts_with("From ") ? 2 : 0;
  return any_line(text.substr(0, 8192), [&](std::string_view line) {
    const std::string front = lower_case(line.substr(0, 14));
    found += std::any_of(std::begin(headers), std::end(headers),
                         [&](std::string_view header) { return front.starts_with(header); });
    return found >= 2;
  });
}

/// A number of a turn, or a result: `1.`, `3...`, `1-0`.
bool is_of_movetext(std::string_view word) {
  const std::size_t digits =
      static_cast<std::size_t>(std::find_if_not(word.begin(), word.end(), is_digit) - word.begin());
  const bool is_number = digits > 0 && word.substr(digits).starts_with('.');
  return is_number || word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!(text = without_blanks_before(text)).empty()) {
    const std::size_t end = std::min(text.find_first_of(blanks_and_feed), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

/// The first lines that are not empty.
std::vector<std::string_view> first_lines(std::string_view text, std::size_t most) {
  std::vector<std::string_view> lines;
  any_line(text, [&](std::string_view line) {
    if (!without_blanks_before(line).empty()) lines.push_back(line);
    return lines.size() == most;
  });
  return lines;
}

/// Are the lines split into the same number of cells by this sign?
bool is_table_of(char separator, const std::vector<std::string_view>& lines) {
  const auto separators = [&](std::string_view line) {
    bool is_quoted = false;
    return std::count_if(line.begin(), line.end(), [&](char c) {
      is_quoted = is_quoted != (c == '"');
      return c == separator && !is_quoted;
    });
  };
  const auto cells = separators(lines[0]);
  const bool is_wide = cells >= (lines.size() == 1 ? 2 : 1);
  return is_wide && std::all_of(lines.begin(), lines.end(),
                                [&](std::string_view line) { return separators(line) == cells; });
}

/// The first rows of a table that are complete and not empty; a quoted cell may have line ends.
std::vector<std::string_view> first_rows(std::string_view text, std::size_t most) {
  std::vector<std::string_view> rows;
  std::size_t begin = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size() && rows.size() < most; ++i) {
    is_quoted = is_quoted != (text[i] == '"');
    if (text[i] != '\n' || is_quoted) continue;
    const std::string_view row = text.substr(begin, i - begin);
    if (!without_blanks_before(row).empty()) rows.push_back(row);
    begin = i + 1;
  }
  return rows;
}

bool names_turns(std::string_view line) {
  std::string words(line);
  for (char& c : words) c = is_letter(c) ? static_cast<char>(c | ' ') : ' ';
  words = " " + words + " ";
  const auto names = [&](const char* word) { return words.find(word) != words.npos; };
  // In a list of games, as `schiri db query games` writes it, `turns` is a number.
  const bool is_list = words.starts_with(" id ");
  return names(" moves ") || names(" movetext ") || (names(" turns ") && !is_list);
}

/// Does a first row without tag pairs name a column of turns, and have the rows after it as many
/// cells?
bool is_games_table(std::string_view text) {
  const auto lines = first_lines(text, 1);
  const bool has_titles =
      !lines.empty() && names_turns(lines[0]) && lines[0].find('[') == lines[0].npos;
  if (!has_titles) return false;
  const auto rows = first_rows(text, 3);
  return !rows.empty() &&
         (is_table_of(',', rows) || is_table_of(';', rows) || is_table_of('\t', rows));
}

/// Mostly words of two letters or more? Turns contain signs and digits.
bool is_prose(const std::vector<std::string_view>& words) {
  const auto is_word = [](std::string_view word) {
    while (!word.empty() && std::string_view(",.;:!?)\"'").find(word.back()) != word.npos) {
      word.remove_suffix(1);
    }
    return word.size() >= 2 && std::all_of(word.begin(), word.end(), [](char c) {
             return is_letter(c) || !is_ascii_byte(c) || c == '\'' || c == '-';
           });
  };
  const auto count = static_cast<std::size_t>(std::count_if(words.begin(), words.end(), is_word));
  return words.size() >= 3 && count > words.size() / 2;
}

Content kind_of_text(std::string_view text) {
  if (is_binary(text)) return Content::binary;
  if (any_line(text, opens_like_tag_pair)) return Content::records;
  if (is_json(text)) return Content::json;
  if (is_page(text)) return Content::page;
  if (is_mail(text)) return Content::mail;
  const auto lines = first_lines(text, 3);
  const auto is_table = [&](char separator) { return is_table_of(separator, lines); };
  const bool has_cells = is_table(',') || is_table(';') || is_table('\t');
  if (has_cells && names_turns(lines[0])) return Content::games_table;
  const auto words = words_of(text);
  if (std::any_of(words.begin(), words.end(), is_of_movetext)) return Content::unknown;
  if (has_cells) return Content::table;
  return is_prose(words) ? Content::prose : Content::unknown;
}

}  // namespace

Content content_of(std::string_view front) {
  if (is_games_table(front)) return Content::games_table;
  if (any_line(front, is_like_tag_pair)) return Content::records;
  const std::string narrow = without_wide_zeros(front);
  std::string_view text = narrow;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) text.remove_prefix(2);
  text = without_blanks_before(text);
  if (text.empty()) return Content::nothing;
  if (narrow.size() < front.size() && any_line(text, is_like_tag_pair)) return Content::records;
  return kind_of_text(text);
}

Message content_name(Content content) {
  static const Message names[] = {message("something else"), message("an empty file"),
                                  message("records in PGN"), message("JSON"),
                                  message("a table"),        message("a table"),
                                  message("a mail"),         message("a page of HTML or XML"),
                                  message("binary data"),    message("plain prose")};
  return names[static_cast<std::size_t>(content)];
}

}  // namespace schiri
