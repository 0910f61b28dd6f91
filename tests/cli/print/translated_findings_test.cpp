#include "cli/print/output_language.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "notation/game_svg.h"
#include "notation/game_types.h"
#include "notation/records/check/code_guide.h"
#include "notation/records/forms/record_form.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/pgn/repair.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/support/message_patterns.h"

namespace translated_findings_test {

// Everything that a record, a position or a typed turn can make the program say is said in German
// and French as well.

using namespace schiri::cli;

const std::vector<const char*> samples = {"creeper-sample.pgn",      "springerjagd-sample.pgn",
                                          "more-or-less-sample.pgn", "sperre-sample.pgn",
                                          "creeper-fragment.pgn",    "creeper-sample.json",
                                          "springerjagd-sample.json"};

/// Calls `visit` for a message and all messages in it.
void visit_nested(const Message& message, const std::function<void(const Message&)>& visit) {
  visit(message);
  for (const Message::Value& value : message.values()) {
    if (value.kind == Message::Value::Kind::message) visit_nested(value.message, visit);
  }
}

/// Does a text without a pattern have two English words in a row? Names, turns and numbers of
/// messages have none; the library that reads JSON explains in English where a text is not JSON.
bool is_sentence(const std::string& text) {
  if (text.starts_with("line ")) return false;
  std::size_t in_a_row = 0;
  for (const std::string_view word : split(text, ' ')) {
    const bool is_word = word.size() >= 3 && std::all_of(word.begin(), word.end(), [](char c) {
                           return c >= 'a' && c <= 'z';
                         });
    in_a_row = is_word ? in_a_row + 1 : 0;
    if (in_a_row == 2) return true;
  }
  return false;
}

/// Collects messages, each pattern at least once.
class Collector {
 public:
  void take(const Message& message) {
    bool is_new = false;
    visit_nested(message, [&](const Message& one) {
      is_new = patterns_.insert(std::string(one.pattern().text())).second || is_new;
      if (one.pattern() == "{0}" && is_sentence(one.english())) untranslated_.insert(one.english());
    });
    if (is_new) messages_.push_back(message);
  }
  void take(const GameCheck& check) {
    for (const auto* findings : {&check.errors, &check.warnings}) {
      for (const Finding& finding : *findings) take(finding.message);
    }
  }

  const std::vector<Message>& messages() const { return messages_; }
  const std::set<std::string>& patterns() const { return patterns_; }
  const std::set<std::string>& untranslated() const { return untranslated_; }

 private:
  std::vector<Message> messages_;
  std::set<std::string> patterns_, untranslated_;
};

/// A text with some characters replaced, removed, inserted or repeated.
std::string spoiled(std::string text, std::string_view junk, Rng& rng) {
  for (std::uint64_t left = 1 + rng.below(2); left > 0 && !text.empty(); --left) {
    const std::size_t at = rng.below(text.size());
    const char other = junk[rng.below(junk.size())];
    switch (rng.below(5)) {
      case 0:
        text.erase(at, 1 + rng.below(3));
        break;
      case 1:
        text.insert(at, 1, other);
        break;
      case 2:
        text.insert(rng.below(text.size()), text.substr(at, 1 + rng.below(6)));
        break;
      default:
        text[at] = other;
    }
  }
  return text;
}

void try_start(const GameType& type, const StartSpec& spec, Collector& said) {
  try {
    type.start({spec.variant, canonical_position(type, spec.position, spec.variant), spec.roll});
  } catch (const StartError& error) {
    said.take(error.message());
  }
}

/// Plays random games, and asks before each turn for turns that are none or not legal.
void play_badly(const GameType& type, Collector& said, Rng& rng) {
  std::vector<std::string> others = {"pass", "O", "A0,A1", "Nb1-a3/d2/f2-c4"};
  const auto try_turn = [&](Game& game, const std::string& turn) {
    if (const auto error = game.clone()->play(turn)) said.take(error->message);
  };
  for (int round = 0; round < 24; ++round) {
    const auto variants = type.variant_table.all();
    const std::string variant(variants[rng.below(variants.size())]);
    const auto game = type.start(type.draw_start(variant, rng));
    for (int turn = 0; turn < 60 && !game->ending(); ++turn) {
      const std::string legal = game->random_turn(rng);
      for (int i = 0; i < 6; ++i)
        try_turn(*game, spoiled(legal, others[rng.below(others.size())], rng));
      for (int i = 0; i < 12; ++i) try_turn(*game, others[rng.below(others.size())]);
      for (int i = 0; i < 4; ++i) {
        const std::string position = spoiled(game->position(), game->position() + "wbWBX/-19", rng);
        try_start(type, {variant, position, ""}, said);
      }
      said.take(state_sentence(*game));
      if (others.size() < 400) others.push_back(legal);
      game->play(legal);
    }
    said.take(state_sentence(*game));
    for (int i = 0; i < 4; ++i) try_turn(*game, others[rng.below(others.size())]);
    for (const char* roll : {"", "11", "999", "147", "111", "14x"}) {
      try_start(type, {variant, "", roll}, said);
    }
    for (int i = 0; i < 8; ++i) try_start(type, {spoiled(variant, "abc;=+", rng), "", ""}, said);
  }
}

/// Positions and turns that random games hardly reach.
void play_rare_turns(Collector& said) {
  const struct {
    const char *game, *variant, *position, *turn;
  } rows[] = {
      {"more-or-less", "", "w/wwwwwwwwww/wwbbbbbbbb/bbbb6/X/X b 0 0", "C3-E9xE8"},
      {"springerjagd", "swap=any", "", "b1~e4"},
      {"springerjagd", "", "4n1/6/6/3n2/1N2P1/6 w -", "b2xd3/@"},
      {"springerjagd", "", "5n/6/6/6/6/N5 w -", "a1-b3/@/a1-c1"},
      {"springerjagd", "", "5n/6/6/6/PPPP2/N1D1D1 w -", "a1~c1/e1"},
      {"springerjagd", "", "6/6/6/1n4/PPPP2/N1D1D1 w -", "a1xb3/c1"},
      {"sperre", "", "BBBB1BBBB/3W5/9/9/4B4/9/9/9/WWWWWWWW1 w 147 5", "IV8/84-95/94>15"},
      {"sperre", "", "BBB4BB/9/9/4B4/3B1B3/3WB4/9/9/WWWW1WWWW w 147 5",
       "IV8/44-55/45>21,54>22,56>23,65>24,91>25"},
      {"sperre", "move-first", "BBBB1BBBB/5W3/9/9/4B4/9/9/9/WWWWWWWW1 w 147 5", "86-95/IV8"},
      {"sperre", "move-first", "BBBB1BBBB/5W3/9/9/4B4/9/9/9/WWWWWWWW1 w 147 5", "IV8/86-95"},
  };
  for (const auto& row : rows) {
    const auto game = find_game(row.game)->start({row.variant, row.position, ""});
    const auto error = game->play(row.turn);
    CAPTURE(row.game, row.turn);
    REQUIRE(error);
    said.take(error->message);
  }
}

/// Starts that are none, in a way that random changes hardly hit.
void try_rare_starts(Collector& said) {
  const std::string sperre = "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w ",
                    octagons = "o....x" + std::string(24, '.') + "x....o", state(49, '.');
  const struct {
    const char* game;
    StartSpec start;
  } rows[] = {
      {"more-or-less", {"", "1/w9/X/X/X/X b 0 0", ""}},
      {"sperre", {"", sperre + "147 -", "147"}},
      {"sperre", {"", "BBBB1BBBB/4B4/9/9/9/9/9/9/WWWWWWWWW w 147 -", ""}},
      {"sperre", {"", "BBBBWBBBB/9/9/9/9/9/9/9/WWWWBWWWW w 147 5", ""}},
      {"sperre", {"roll=distinct", "", "117"}},
      {"sperre", {"roll=distinct", sperre + "117 -", ""}},
      {"creeper", {"", "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 4w1/4w1/4w1/4w1/4w1/1wwww1 w", ""}},
      {"creeper", {"", "xo.", ""}},
      {"creeper", {"", state + std::string(37, '.'), ""}},
      {"creeper", {"", "z" + state.substr(1) + octagons + "x", ""}},
      {"creeper", {"", state + octagons + "z", ""}},
  };
  for (const auto& row : rows) try_start(*find_game(row.game), row.start, said);
}

/// Reads a text as records of a form, as they are and repaired.
void read_as(const RecordForm& form, const std::string& text, Collector& said,
             const CheckOptions& check = {}) {
  for (const bool by_rules : {false, true}) {
    ReadOptions options;
    options.keep = Keep::records;
    options.keep_text = true;
    options.check = check;
    TextSource source(text);
    form.read(source, options, [&](CheckedRecord& record) {
      said.take(record.check);
      if (form.name != "pgn") return true;
      for (const Repair& one : repair(record, options, by_rules)) said.take(one.what);
      said.take(record.check);
      return true;
    });
  }
}

/// Reads samples, also in other forms, with errors in them.
void read_badly(Collector& said, Rng& rng) {
  constexpr std::string_view junk = "[]{}();$!?%\"\\\n\r \t*01-/.ABx+:,\xff\xc3\xa4=>";
  for (const char* sample : samples) {
    const std::string whole = read_data(sample);
    for (const std::string& name : form_names()) {
      const RecordForm& form = *find_record_form(name);
      for (int round = 0; round < 60; ++round) {
        const std::string part = whole.substr(0, 200 + rng.below(3000));
        read_as(form, spoiled(spoiled(part, junk, rng), junk, rng), said, {.roll = "147"});
      }
    }
  }
  for (const Code code : all_codes()) {
    read_as(usual_form(), std::string(guide_of(code).example), said);
    said.take(Message(guide_of(code).meaning, {}));
    said.take(Message(guide_of(code).remedy, {}));
  }
}

/// Everything that is said about bad turns, positions and records, always the same.
const Collector& all_said() {
  static const Collector all = [] {
    Collector said;
    Rng rng(7);
    for (const GameType* type : game_types()) play_badly(*type, said, rng);
    play_rare_turns(said);
    try_rare_starts(said);
    said.take(missing_game_message());
    read_badly(said, rng);
    return said;
  }();
  return all;
}

TEST_CASE("translated findings: no sentence about turns, positions and records stays English") {
  for (const std::string& text : all_said().untranslated()) {
    CAPTURE(text);
    CHECK(text.empty());
  }
  for (const char* name : {"de", "fr"}) {
    const Translation language = translation_to(name);
    for (const std::string& pattern : all_said().patterns()) {
      if (!has_words(pattern)) continue;
      CAPTURE(name, pattern);
      CHECK(language.of(pattern) != pattern);
    }
    for (const Message& message : all_said().messages()) {
      const std::string text = message.in(language);
      CAPTURE(name, message.english(), text);
      CHECK_FALSE(text.empty());
      CHECK(text.find('\n') == text.npos);
    }
  }
}

TEST_CASE("translated findings: every sentence about turns and positions of a game is said") {
  // For more games than there are; for a turn that is not made from text; for lists of settings;
  // and beside drawings of boards.
  const std::set<std::string> never = {"'schiri games' lists all",
                                       "the board of {0} points has no {1}",
                                       "{0} (default)",
                                       "(#n# locked, ( ) goal)",
                                       "* moved last, protected from its neighbours",
                                       "White's reserve: {0}",
                                       "Black's reserve: {0}",
                                       "none tilted yet",
                                       "{0} tilted last",
                                       "{0} White: {1} stones, {2} of {3} turns",
                                       "{0} Black: {1} stones, {2} of {3} turns"};
  const auto patterns = message_patterns();
  for (const auto& [pattern, files] : patterns) {
    const bool is_of_game = std::any_of(files.begin(), files.end(), [](const std::string& file) {
      return file.starts_with("notation/games/") && file.find('.') != file.npos;
    });
    if (!is_of_game) continue;
    CAPTURE(pattern);
    CHECK(all_said().patterns().contains(pattern) != never.contains(pattern));
  }
}

}  // namespace translated_findings_test
