#include "notation/records/check/code_guide.h"

#include <array>
#include <iterator>

namespace schiri {

namespace {

using Severity = CodeGuide::Severity;

// In the order of the codes.
constexpr CodeGuide guides[] = {
    {Code::bad_tag, "bad-tag", Severity::error,
     message_pattern("A tag pair is invalid, or appears twice although it may appear only once. A "
                     "pair is [Name \"value\"] with only spaces between its parts. The seven tags "
                     "of every record and Game, Variant, Position and Roll may appear only once."),
     message_pattern("Write the quotes and the bracket, or remove one of the two tags."),
     "[Event \"Club evening]\"\n[Game \"creeper\"]\n\n1. A2+B3 *\n"},
    {Code::unterminated, "unterminated", Severity::error,
     message_pattern(
         "A comment {, a variation ( or the value of a tag is never closed, or the file ends "
         "within a tag. The game ends at the next line that starts with a [ and a letter after an "
         "empty line, or at tags after a variation, so that later games are read."),
     message_pattern("Close it at its end. The finding has the place at which it was opened."),
     "[Game \"creeper\"]\n\n1. A2+B3 {a bold start A6-B6 *\n"},
    {Code::unknown_game, "unknown-game", Severity::error,
     message_pattern("The record has no tag Game and no game is specified, or the name is not one "
                     "of those that 'schiri games' lists."),
     message_pattern("Add the tag, or specify the game of records without it."),
     "[Game \"checkers\"]\n\n1. A2+B3 *\n"},
    {Code::unknown_variant, "unknown-variant", Severity::error,
     message_pattern("The tag Variant, or the variant specified, is not one of the game's. The "
                     "default is the standard variant."),
     message_pattern("'schiri games' lists the variants."),
     "[Game \"creeper\"]\n[Variant \"big\"]\n\n1. A2+B3 *\n"},
    {Code::bad_position, "bad-position", Severity::error,
     message_pattern("The tag Position or Roll is invalid, or no game can have such a position: "
                     "too many pieces, rows of the wrong length, a game that was over before. Roll "
                     "and Position exclude each other."),
     message_pattern("'schiri position GAME' shows how positions are written."),
     "[Game \"creeper\"]\n[Position \"7/7 w\"]\n\n*\n"},
    {Code::missing_roll, "missing-roll", Severity::error,
     message_pattern("The game begins with a roll of its dice, and there is neither a tag Roll or "
                     "Position nor a roll specified."),
     message_pattern("Add the tag, as in [Roll \"147\"], the tops of the dice III, IV and V."),
     "[Game \"sperre\"]\n\n1. III2/16-36 *\n"},
    {Code::syntax, "syntax", Severity::error,
     message_pattern("A word in the movetext is not a turn in this game's notation, or a ) or } "
                     "closes nothing."),
     message_pattern(
         "The finding shows how a turn is written; 'schiri rules GAME' explains the notation."),
     "[Game \"creeper\"]\n\n1. A2+B3 A6-H6 *\n"},
    {Code::illegal, "illegal", Severity::error,
     message_pattern("The turn is well formed, but the rules forbid it. The finding names the rule "
                     "and legal turns near it."),
     message_pattern("'schiri replay FILE --index N' shows the board up to there."),
     "[Game \"creeper\"]\n\n1. A2-A3 *\n"},
    {Code::after_end, "after-end", Severity::error,
     message_pattern("A turn or other text follows although the game is over: the rules have ended "
                     "it, or the result comes before. The finding explains how it ended."),
     message_pattern("Remove the text after the end, or correct a mistyped turn before it."),
     "[Game \"creeper\"]\n\n1. A2+B3 * A6-B6\n"},
    {Code::result_mismatch, "result-mismatch", Severity::error,
     message_pattern(
         "The rules have ended the game with another result than the record gives, * included."),
     message_pattern("'schiri convert --fix' writes the result of the rules; if a tag Termination "
                     "explains the other one, only with --by-rules."),
     "[Game \"springerjagd\"]\n[Position \"6/6/6/3n2/1N2P1/6 w -\"]\n\n1. b2xd3 0-1\n"},
    {Code::result_tag, "result-tag", Severity::error,
     message_pattern("The tag Result and the result at the end of the movetext differ."),
     message_pattern("If the rules have ended the game, 'schiri convert --fix' writes their result "
                     "in both places. Otherwise correct the wrong one."),
     "[Result \"0-1\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n\n1. A2+B3 1-0\n"},
    {Code::missing_result, "missing-result", Severity::error,
     message_pattern("The movetext has no result at its end: 1-0, 0-1, 1/2-1/2, or * for a game "
                     "that is not finished. A truncated file ends like that, too."),
     message_pattern(
         "Add it; 'schiri convert --fix' does if it follows from the rules or the tag Result."),
     "[Game \"creeper\"]\n\n1. A2+B3 A6-B6\n"},
    {Code::too_large, "too-large", Severity::error,
     message_pattern(
         "The game is larger than the limit, by default 16 MiB. The rest of it was skipped."),
     message_pattern("The usual cause is a missing result between games without tags. If it is a "
                     "single game, increase --max-game-bytes."),
     "(any game, under --max-game-bytes 10)\n"},
    {Code::bad_utf8, "bad-utf8", Severity::error,
     message_pattern("A byte does not belong to UTF-8 text. Records are UTF-8; UTF-16 and, if no "
                     "byte contradicts it, Latin-1 and Windows-1252 are read as well. Files of DOS "
                     "are often in other encodings."),
     message_pattern("Specify the encoding: --encoding cp437, cp850, cp1250, cp1251, koi8-r, "
                     "gb18030 or another of 'schiri help formats'; latin1 accepts any bytes."),
     "[White \"J\x81rgen\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n"},
    {Code::unexplained_result, "unexplained-result", Severity::warning,
     message_pattern("The record has a result, but the rules have not ended the game, and no tag "
                     "Termination explains the end. The record stays valid."),
     message_pattern("Add the reason, for example [Termination \"resignation\"] or \"time "
                     "forfeit\", \"agreement\"."),
     "[Game \"creeper\"]\n\n1. A2+B3 1-0\n"},
    {Code::turn_number, "turn-number", Severity::warning,
     message_pattern("A turn number is wrong: White's turn has its number and one dot, Black's the "
                     "same number and three. Numbers may be missing. The record stays valid."),
     message_pattern("'schiri convert' writes the right numbers."),
     "[Game \"creeper\"]\n\n1. A2+B3 A6-B6 3. B3-B4 *\n"},
    {Code::missing_tag, "missing-tag", Severity::warning,
     message_pattern("One of the seven tags that every record has is absent, or its value is ?: "
                     "Event, Site, Date, Round, White, Black, Result. The record stays valid."),
     message_pattern("'schiri convert' adds missing tags with the value for unknown."),
     "[Game \"creeper\"]\n\n1. A2+B3 *\n"},
    {Code::variation, "variation", Severity::warning,
     message_pattern(
         "A turn in a variation is not a turn of this game, or is illegal there. A variation "
         "replaces the turn before it. Its first error is reported, and the game goes on. Text in "
         "parentheses is always a variation. The record stays valid."),
     message_pattern("Correct the turn, or write the text as a comment in {}."),
     "[Game \"creeper\"]\n\n1. A2+B3 (1. A2-A3) A6-B6 *\n"},
    {Code::ply_count, "ply-count", Severity::warning,
     message_pattern("The tag PlyCount is not the number of turns in the movetext, counting each "
                     "player's turn. The record stays valid."),
     message_pattern("Correct or remove the tag; perhaps turns are missing."),
     "[Game \"creeper\"]\n[PlyCount \"2\"]\n\n1. A2+B3 *\n"},
    {Code::spelling, "spelling", Severity::warning,
     message_pattern(
         "The text is not in canonical form, but unambiguous: other dashes, 1:0 for 1-0, 1) for "
         "1., a comma between turns, letters in the other case. It is accepted, and each kind is "
         "reported once a game. A Date is YEAR.MONTH.DAY, with ?? for unknown parts: 2026.03.07, "
         "2026.03.??, ????.??.??. 2026-03-07 and 2026.03 are accepted; other text, such as "
         "12.3.2024, is kept, but counts as unknown. The record stays valid."),
     message_pattern("'schiri convert' writes the canonical form. The finding shows it, or the "
                     "possible meanings of a date."),
     "[Date \"12.3.2024\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n"},
};

constexpr auto codes = [] {
  std::array<Code, std::size(guides)> list{};
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = guides[i].code;
  return list;
}();

static_assert([] {
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] != static_cast<Code>(i)) return false;
  }
  return true;
}());

}  // namespace

std::span<const Code> all_codes() { return codes; }

std::optional<Code> find_code(std::string_view name) {
  for (const CodeGuide& guide : guides) {
    if (guide.name == name) return guide.code;
  }
  return std::nullopt;
}

std::string_view code_name(Code code) { return guide_of(code).name; }

bool is_warning(Code code) { return guide_of(code).severity == Severity::warning; }

const CodeGuide& guide_of(Code code) { return guides[static_cast<std::size_t>(code)]; }

}  // namespace schiri
