#include "db/games/compact_movetext.h"

#include <algorithm>

namespace schiri::db {

namespace {

constexpr std::string_view special_at_front = " \\{;$()";

void append_comment(std::string_view text, std::string& out) {
  const bool line = text.find('}') != text.npos;
  out += line ? ';' : '{';
  const std::size_t begin = out.size();
  out += text;
  if (line) {
    const auto from = out.begin() + static_cast<std::ptrdiff_t>(begin);
    std::replace(from, out.end(), '\n', ' ');
  }
  out += line ? '\n' : '}';
}

/// Words of records that were read contain none of these characters; in other words they are
/// escaped.
void append_word(std::string_view word, std::string& out) {
  if (!word.empty() && special_at_front.find(word[0]) != word.npos) out += '\\';
  const auto is_special = [](char c) { return c == ' ' || c == '\\'; };
  if (std::none_of(word.begin(), word.end(), is_special)) {
    out += word;
    return;
  }
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i > 0 && is_special(word[i])) out += '\\';
    out += word[i];
  }
}

void append(const Element& element, std::string& out) {
  switch (element.kind) {
    case Element::Kind::comment:
      return append_comment(element.text, out);
    case Element::Kind::nag:
      out += '$';
      out += element.text;
      return;
    case Element::Kind::variation_open:
      out += '(';
      return;
    case Element::Kind::variation_close:
      out += ')';
      return;
    case Element::Kind::turn:
    case Element::Kind::variation_word:
      return append_word(element.text, out);
  }
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::vector<Element> read() {
    std::vector<Element> elements;
    elements.reserve(static_cast<std::size_t>(std::count(rest_.begin(), rest_.end(), ' ')) + 1);
    while (!rest_.empty()) {
      elements.push_back(next());
      if (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }
    return elements;
  }

 private:
  Element next() {
    switch (rest_[0]) {
      case '{':
        return {Element::Kind::comment, std::string(take_enclosed('}'))};
      case ';':
        return {Element::Kind::comment, std::string(take_enclosed('\n'))};
      case '$':
        rest_.remove_prefix(1);
        return {Element::Kind::nag, take_word()};
      case '(':
        ++depth_;
        rest_.remove_prefix(1);
        return {Element::Kind::variation_open, "("};
      case ')':
        --depth_;
        rest_.remove_prefix(1);
        return {Element::Kind::variation_close, ")"};
      default:
        return {depth_ > 0 ? Element::Kind::variation_word : Element::Kind::turn, take_word()};
    }
  }

  std::string_view take_enclosed(char end) {
    const std::size_t length = std::min(rest_.find(end, 1), rest_.size());
    const std::string_view text = rest_.substr(1, length - 1);
    rest_.remove_prefix(std::min(length + 1, rest_.size()));
    return text;
  }

  std::string take_word() {
    std::size_t i = 0;
    while (i < rest_.size() && rest_[i] != ' ' && rest_[i] != '\\') ++i;
    std::string word(rest_.substr(0, i));
    for (; i < rest_.size() && rest_[i] != ' '; ++i) {
      if (rest_[i] == '\\' && i + 1 < rest_.size()) ++i;
      word += rest_[i];
    }
    rest_.remove_prefix(i);
    return word;
  }

  std::string_view rest_;
  int depth_ = 0;
};

}  // namespace

std::string compact_movetext(const std::vector<Element>& movetext) {
  std::string text;
  text.reserve(movetext.size() * 6);
  for (const Element& element : movetext) {
    if (!text.empty()) text += ' ';
    append(element, text);
  }
  return text;
}

std::vector<Element> read_compact_movetext(std::string_view text) { return Reader(text).read(); }

namespace {

std::vector<std::string_view> turns_of(const std::vector<Element>& movetext) {
  std::vector<std::string_view> turns;
  for (const Element& element : movetext) {
    if (element.kind == Element::Kind::turn) turns.push_back(element.text);
  }
  return turns;
}

}  // namespace

bool same_turns(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto one = read_compact_movetext(a), other = read_compact_movetext(b);
  return turns_of(one) == turns_of(other);
}

bool are_first_turns(std::string_view first, std::string_view all) {
  const auto one = read_compact_movetext(first), other = read_compact_movetext(all);
  const auto beginning = turns_of(one), whole = turns_of(other);
  return beginning.size() <= whole.size() &&
         std::equal(beginning.begin(), beginning.end(), whole.begin());
}

std::string with_annotations(std::string_view base, std::string_view other) {
  const auto is_turn = [](const Element& element) { return element.kind == Element::Kind::turn; };
  std::vector<Element> merged;
  const auto kept = read_compact_movetext(base), added = read_compact_movetext(other);
  auto from = kept.begin(), other_from = added.begin();
  while (true) {
    const auto turn = std::find_if(from, kept.end(), is_turn);
    const auto other_turn = std::find_if(other_from, added.end(), is_turn);
    if (other_from == other_turn) {
      merged.insert(merged.end(), from, turn);
    } else {
      merged.insert(merged.end(), other_from, other_turn);
    }
    if (turn == kept.end() || other_turn == added.end()) return compact_movetext(merged);
    merged.push_back(*turn);
    from = turn + 1;
    other_from = other_turn + 1;
  }
}

std::string compact_comments(const std::vector<std::string>& comments) {
  std::vector<Element> elements;
  for (const std::string& comment : comments) elements.push_back({Element::Kind::comment, comment});
  return compact_movetext(elements);
}

std::vector<std::string> read_compact_comments(std::string_view text) {
  std::vector<std::string> comments;
  for (Element& element : read_compact_movetext(text)) comments.push_back(std::move(element.text));
  return comments;
}

}  // namespace schiri::db
