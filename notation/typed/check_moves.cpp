#include "notation/typed/check_moves.h"

#include "notation/text/printable.h"

namespace schiri {

namespace {

void note(Spelling spelling, std::string_view token, std::size_t turn, FindingLog& findings,
          Message message) {
  if (!findings.is_first(spelling)) return;
  findings.add(Code::spelling, token.data(), token.size(), turn, std::move(message));
}

constexpr Spelling ways_of_spelling[] = {Spelling::sign,         Spelling::letter_case,
                                         Spelling::blanks,       Spelling::missing_sign,
                                         Spelling::piece_letter, Spelling::pass};

/// In which respect the canonical spelling differs; empty for another word.
Message remark_on(Spelling spelling) {
  switch (spelling) {
    case Spelling::sign:
      return message("with plain signs");
    case Spelling::letter_case:
      return message("with letters in the case that the game has");
    case Spelling::blanks:
      return message("without spaces");
    case Spelling::missing_sign:
      return message("with its sign");
    case Spelling::piece_letter:
      return message("without a letter for the piece");
    default:
      return {};
  }
}

/// `'iv8/12-23' is written IV8/12-23, with letters in the case that the game has`.
Message spelling_message(std::string_view written, std::string_view canonical,
                         const Message& remark) {
  if (remark.empty()) return message("'{0}' is written {1}", printable(written), canonical);
  return message("'{0}' is written {1}, {2}", printable(written), canonical, remark);
}

}  // namespace

void note_spellings(std::string_view written, std::string_view canonical, SpellingSet spellings,
                    std::size_t turn, FindingLog& findings) {
  for (const Spelling spelling : ways_of_spelling) {
    if (!(spellings & set_of(spelling))) continue;
    note(spelling, written, turn, findings,
         spelling_message(written, canonical, remark_on(spelling)));
  }
}

void note_result(std::string_view written, std::string_view canonical, std::size_t turn,
                 FindingLog& findings) {
  if (written == canonical) return;
  note(Spelling::result, written, turn, findings,
       message("the result '{0}' is written {1}", printable(written), canonical));
}

Message loss_of_both_message(std::string_view written) {
  return message(
      "'{0}' means that both players lose, which a record cannot say; write * and the tag "
      "Termination, or the result of one of them",
      printable(written));
}

void note_separator(const char* at, std::size_t turn, FindingLog& findings) {
  if (!findings.is_first(Spelling::separator)) return;
  findings.add(Code::spelling, at, 1, turn,
               message("a '{0}' between turns is written as a space", *at));
}

void note_space(const char* at, std::size_t turn, FindingLog& findings) {
  if (!findings.is_first(Spelling::other_space)) return;
  const std::size_t length = other_space_length(at);
  findings.add(Code::spelling, at, length, turn,
               length == 1 ? message("a form feed between turns is written as a space")
                           : message("a space of Unicode between turns is written as a space"));
}

}  // namespace schiri
