#include "notation/records/check/code_guide.h"

#include <array>
#include <iterator>

namespace schiri {

namespace {

using Severity = CodeGuide::Severity;

// In the order of the codes.
constexpr CodeGuide guides[] = {
    {Code::bad_tag, "bad-tag", Severity::error,
     "A tag pair cannot be read, or one that may stand once appears twice. A pair is "
     "[Name \"value\"] with nothing but blanks between its parts; once stand the seven tags every "
     "record has, and Game, Variant, Position and Roll.",
     "Write the quotes and the bracket, or take one of the two tags out.",
     "[Event \"Club evening]\"\n[Game \"creeper\"]\n\n1. A2+B3 *\n"},
    {Code::unterminated, "unterminated", Severity::error,
     "Something was opened and never closed: a comment {, a variation (, the value of a tag, or "
     "the file ends within a tag. The game ends at the next line that starts with a [ and a letter "
     "after an empty line, or at tags behind a variation, so the games behind it are read.",
     "Close it where it ends; the place that is named is where it was opened.",
     "[Game \"creeper\"]\n\n1. A2+B3 {a bold start A6-B6 *\n"},
    {Code::unknown_game, "unknown-game", Severity::error,
     "No tag Game names the game, nor does --game, or the name is none of those that 'schiri "
     "games' lists.",
     "Add the tag, or tell --game, which stands for records that do not name theirs.",
     "[Game \"checkers\"]\n\n1. A2+B3 *\n"},
    {Code::unknown_variant, "unknown-variant", Severity::error,
     "The tag Variant, or --variant, names none of the game's variants. Without one the standard "
     "variant is played.",
     "'schiri games' lists the variants.", "[Game \"creeper\"]\n[Variant \"big\"]\n\n1. A2+B3 *\n"},
    {Code::bad_position, "bad-position", Severity::error,
     "The tag Position, or Roll, cannot be read, or no game can have such a position: too many "
     "pieces, rows of the wrong length, a game that was over before. Roll and Position exclude "
     "each other.",
     "'schiri position GAME' shows how positions are written.",
     "[Game \"creeper\"]\n[Position \"7/7 w\"]\n\n*\n"},
    {Code::missing_roll, "missing-roll", Severity::error,
     "The game begins with a roll of its dice, and neither a tag Roll, nor a Position, nor --roll "
     "tells it.",
     "Add the tag, as in [Roll \"147\"], the tops of the dice III, IV and V.",
     "[Game \"sperre\"]\n\n1. III2/16-36 *\n"},
    {Code::syntax, "syntax", Severity::error,
     "Where a turn belongs stands something that is no turn of this game's notation, or a ) or } "
     "stands there that closes nothing.",
     "The finding says how a turn is written; 'schiri rules GAME' tells more.",
     "[Game \"creeper\"]\n\n1. A2+B3 A6-H6 *\n"},
    {Code::illegal, "illegal", Severity::error,
     "It reads as a turn, but the rules forbid it. The finding says which rule, and what would "
     "have "
     "been legal near it.",
     "'schiri replay FILE --index N' shows the board up to there.",
     "[Game \"creeper\"]\n\n1. A2-A3 *\n"},
    {Code::after_end, "after-end", Severity::error,
     "A turn, or something else, follows although the game is over: the rules have ended it, or "
     "the result stands there already. The finding says how it had ended.",
     "Take out what follows, or look for a mistyped turn before it.",
     "[Game \"creeper\"]\n\n1. A2+B3 * A6-B6\n"},
    {Code::result_mismatch, "result-mismatch", Severity::error,
     "The rules have ended the game with another result than the record gives, * included.",
     "'schiri convert --fix' writes the result of the rules.",
     "[Game \"springerjagd\"]\n[Position \"6/6/6/3n2/1N2P1/6 w -\"]\n\n1. b2xd3 0-1\n"},
    {Code::result_tag, "result-tag", Severity::error,
     "The tag Result and the result at the end of the movetext differ.",
     "Where the rules have ended the game, 'schiri convert --fix' writes their result in both "
     "places; else only you know which is right.",
     "[Result \"0-1\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n\n1. A2+B3 1-0\n"},
    {Code::missing_result, "missing-result", Severity::error,
     "The movetext has no result at its end: 1-0, 0-1, 1/2-1/2, or * for a game that is not "
     "finished. A file that was cut off ends like that, too.",
     "Add it; 'schiri convert --fix' does where the rules or the tag Result tell it.",
     "[Game \"creeper\"]\n\n1. A2+B3 A6-B6\n"},
    {Code::too_large, "too-large", Severity::error,
     "The game is larger than the bound, 16 MiB unless --max-game-bytes says otherwise. It was not "
     "looked at any further.",
     "Most often a result is missing between games without tags. If it is a game, allow more with "
     "--max-game-bytes.",
     "(any game, under --max-game-bytes 10)\n"},
    {Code::bad_utf8, "bad-utf8", Severity::error,
     "A byte does not belong to UTF-8 text. Records are UTF-8; UTF-16 and, if no byte speaks "
     "against "
     "it, Latin-1 are read as well. Files of DOS and Windows often are in other encodings.",
     "Translate the file: iconv -f cp1252 -t utf8 old.pgn > new.pgn; --encoding latin1 reads any "
     "bytes.",
     "[White \"J\x81rgen\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n"},
    {Code::unexplained_result, "unexplained-result", Severity::warning,
     "The record gives a result, the rules have not ended the game, and no tag Termination says "
     "why it ended. The record stays valid.",
     "Add the reason, as in [Termination \"resignation\"] or \"time forfeit\", \"agreement\".",
     "[Game \"creeper\"]\n\n1. A2+B3 1-0\n"},
    {Code::turn_number, "turn-number", Severity::warning,
     "A turn number does not fit: White's turn has its number and one dot, Black's the same number "
     "and three. Numbers may be missing. The record stays valid.",
     "'schiri convert' writes the right numbers.",
     "[Game \"creeper\"]\n\n1. A2+B3 A6-B6 3. B3-B4 *\n"},
    {Code::missing_tag, "missing-tag", Severity::warning,
     "One of the seven tags that every record has is absent, or its value is ?: Event, Site, Date, "
     "Round, White, Black, Result. The record stays valid.",
     "'schiri convert' writes those that are absent, with the value for unknown.",
     "[Game \"creeper\"]\n\n1. A2+B3 *\n"},
    {Code::spelling, "spelling", Severity::warning,
     "Something is written in another way than records have it, and leaves no doubt: other dashes, "
     "1:0 for 1-0, 1) for 1., a comma between turns, letters in the other case. It is read, and "
     "noted once a game for each such way. A Date is YEAR.MONTH.DAY, with ?? for what is not "
     "known: "
     "2026.03.07, 2026.03.??, ????.??.??; 2026-03-07 or 2026.03 are read; what is no date, as "
     "12.3.2024, is kept, but finds no place in time. The record stays valid.",
     "'schiri convert' writes what can be read as records have it; the finding says how, or how a "
     "date may have been meant.",
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
