#include "core/base/random.h"
#include "core/base/text.h"
#include "notation/game_svg.h"
#include "notation/game_types.h"
#include "notation/records/check/code_guide.h"
#include "notation/records/forms/record_form.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/pgn/repair.h"
#include "tests/catch.h"

namespace translated_findings_test {

// What a record, a position or a typed turn makes the program say is a message, which another test
// finds in all translations, and no text in place of one.

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

/// Collects what is said in English alone: texts in place of messages.
class Collector {
 public:
  void take(const Message& message) {
    visit_nested(message, [&](const Message& one) {
      ++messages_;
      if (one.pattern() == "{0}" && is_sentence(one.english())) untranslated_.insert(one.english());
    });
  }
  void take(const GameCheck& check) {
    for (const auto* findings : {&check.errors, &check.warnings}) {
      for (const Finding& finding : *findings) take(finding.message);
    }
  }

  std::size_t messages() const { return messages_; }
  const std::set<std::string>& untranslated() const { return untranslated_; }

 private:
  std::size_t messages_ = 0;
  std::set<std::string> untranslated_;
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
  for (int round = 0; round < 4; ++round) {
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

/// Reads a text as records of a form, as they are and repaired.
void read_as(const RecordForm& form, const std::string& text, Collector& said) {
  for (const bool by_rules : {false, true}) {
    ReadOptions options;
    options.keep = Keep::records;
    options.keep_text = true;
    options.check.roll = "147";
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

TEST_CASE("translated findings: no sentence about turns, positions and records stays English") {
  Collector said;
  Rng rng(7);
  for (const GameType* type : game_types()) play_badly(*type, said, rng);
  for (const Code code : all_codes()) {
    const std::string example(guide_of(code).example);
    for (int round = 0; round < 40; ++round) {
      const std::string text =
          round == 0 ? example : spoiled(example, "[]{}();$!?%\"\\\n *01-/.ABx+:,\xff", rng);
      for (const std::string& name : form_names()) read_as(*find_record_form(name), text, said);
    }
  }
  CHECK(said.messages() > 10000);
  CHECK(said.untranslated() == std::set<std::string>());
}

}  // namespace translated_findings_test
