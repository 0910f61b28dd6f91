#include "notation/typed/check_moves.h"

#include "notation/text/printable.h"

namespace schiri {

namespace {

void note(Spelling spelling, std::string_view token, std::size_t turn, FindingLog& findings,
          std::string message) {
  if (!findings.is_first(spelling)) return;
  findings.add(Code::spelling, token.data(), token.size(), turn, std::move(message));
}

struct WayOfSpelling {
  Spelling spelling;
  std::string_view remark;
};

constexpr WayOfSpelling ways_of_spelling[] = {
    {Spelling::sign, ", with plain signs"},
    {Spelling::letter_case, ", with letters in the case that the game has"},
    {Spelling::blanks, ", without spaces"},
    {Spelling::missing_sign, ", with its sign"},
    {Spelling::piece_letter, ", without a letter for the piece"},
    {Spelling::pass, ""},
};

}  // namespace

void note_spellings(std::string_view written, std::string_view canonical, SpellingSet spellings,
                    std::size_t turn, FindingLog& findings) {
  for (const WayOfSpelling& way : ways_of_spelling) {
    if (!(spellings & set_of(way.spelling))) continue;
    note(way.spelling, written, turn, findings,
         "'" + printable(written) + "' is written " + std::string(canonical) +
             std::string(way.remark));
  }
}

void note_result(std::string_view written, std::string_view canonical, std::size_t turn,
                 FindingLog& findings) {
  if (written == canonical) return;
  note(Spelling::result, written, turn, findings,
       "the result '" + printable(written) + "' is written " + std::string(canonical));
}

void note_separator(const char* at, std::size_t turn, FindingLog& findings) {
  if (!findings.is_first(Spelling::separator)) return;
  findings.add(Code::spelling, at, 1, turn,
               std::string("a '") + *at + "' between turns is written as a space");
}

void note_space(const char* at, std::size_t turn, FindingLog& findings) {
  if (!findings.is_first(Spelling::other_space)) return;
  const std::size_t length = other_space_length(at);
  findings.add(Code::spelling, at, length, turn,
               (length == 1 ? "a form feed" : "a space of Unicode") +
                   std::string(" between turns is written as a space"));
}

}  // namespace schiri
