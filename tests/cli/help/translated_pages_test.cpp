#include "cli/help/embedded_files.h"
#include "cli/help/manual_page.h"
#include "cli/print/output_language.h"
#include "core/base/text.h"
#include "notation/text/printable.h"
#include "tests/catch.h"
#include "tests/data.h"

// A translation has the sections of its English page, and each section the same commands, code,
// items and rows, so that no change of the English page forgets it.

namespace translated_pages_test {

using namespace schiri::cli;
using Kind = ManualBlock::Kind;

/// What a translation says in other words, a row of translated-pages.txt.
struct OtherWords {
  std::string topic, english, translated;
};

std::vector<OtherWords> other_words(const std::string& language) {
  std::vector<OtherWords> rows;
  const std::string file = read_data("translated-pages.txt");
  for (const std::string_view line : split(file, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    const auto cells = split(line, '|');
    REQUIRE(cells.size() == 4);
    rows.push_back({std::string(trimmed(cells[0])), std::string(trimmed(cells[1])),
                    std::string(trimmed(cells[language == "de" ? 2 : 3]))});
  }
  return rows;
}

/// Translates the English facts of a page.
class Translator {
 public:
  Translator(const std::string& topic, const std::string& language) {
    for (OtherWords& row : other_words(language)) {
      if (row.topic == topic) rows_.push_back(std::move(row));
    }
    used_.resize(rows_.size());
  }

  std::string code(const std::string& text) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].english != text) continue;
      used_[i] = true;
      return rows_[i].translated;
    }
    return text;
  }

  std::string command(std::string text) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::string& english = rows_[i].english;
      if (!english.starts_with('"') && !english.starts_with("--")) continue;
      const std::size_t place = text.find(english);
      if (place == text.npos) continue;
      used_[i] = true;
      text.replace(place, english.size(), rows_[i].translated);
    }
    return text;
  }

  /// The first row that no text of the page contains, or nothing.
  std::string unused() const {
    const auto row = std::find(used_.begin(), used_.end(), false);
    return row == used_.end() ? "" : rows_[static_cast<std::size_t>(row - used_.begin())].english;
  }

 private:
  std::vector<OtherWords> rows_;
  std::vector<bool> used_;
};

struct Section {
  std::string heading;
  std::multiset<std::string> facts;  ///< commands in order of the page, items, rows
  std::set<std::string> code;        ///< each piece once, as sentences may repeat it
};

void add_code(Section& section, const std::string& text, Translator* translator) {
  for (const TextSpan& span : read_spans(text)) {
    if (span.style != TextSpan::Style::code) continue;
    std::string code = span.text;
    std::replace(code.begin(), code.end(), '\n', ' ');
    section.code.insert(translator ? translator->code(code) : code);
  }
}

/// Commands follow a `$`, or begin a block that shows what to type.
void add_commands(Section& section, std::string_view block, Translator* translator) {
  section.facts.insert("block of code");
  for (std::string_view line : split(block, '\n')) {
    if (line.starts_with("$ ")) {
      line.remove_prefix(2);
    } else if (!line.starts_with("schiri ")) {
      continue;
    }
    const std::string command(line);
    section.facts.insert("$ " + (translator ? translator->command(command) : command));
  }
}

std::vector<Section> sections_of(std::string_view text, Translator* translator) {
  std::vector<Section> sections(1);
  for (const ManualBlock& block : read_manual_page(text).blocks) {
    if (block.kind == Kind::heading) {
      sections.push_back({block.text, {}, {}});
      continue;
    }
    Section& section = sections.back();
    if (block.kind == Kind::item) section.facts.insert("item");
    if (block.kind == Kind::code) {
      add_commands(section, block.text, translator);
    } else {
      add_code(section, block.text, translator);
    }
    for (const auto& row : block.rows) {
      section.facts.insert("row of " + std::to_string(row.size()) + " cells");
      for (const std::string& cell : row) add_code(section, cell, translator);
    }
  }
  return sections;
}

/// What one has and the other has not, a line each.
template <class Facts>
std::string missing(const Facts& from, const Facts& in) {
  std::vector<std::string> lines;
  std::set_difference(from.begin(), from.end(), in.begin(), in.end(), std::back_inserter(lines));
  return join(lines, "\n");
}

std::pair<std::string, std::string> topic_and_language(std::string_view name) {
  const std::size_t point = name.rfind('.');
  return {std::string(name.substr(0, point)), std::string(name.substr(point + 1))};
}

TEST_CASE("manual: a translated page has the sections and commands and code of the English one") {
  for (const EmbeddedFile& page : translated_pages) {
    const auto [topic, language] = topic_and_language(page.name);
    Translator translator(topic, language);
    const auto english = sections_of(text_of(manual_pages, topic), &translator),
               translated = sections_of(page.text, nullptr);
    CAPTURE(page.name);
    REQUIRE(translated.size() == english.size());
    for (std::size_t i = 0; i < english.size(); ++i) {
      CAPTURE(english[i].heading, translated[i].heading);
      CHECK(missing(english[i].facts, translated[i].facts) == "");
      CHECK(missing(translated[i].facts, english[i].facts) == "");
      CHECK(missing(english[i].code, translated[i].code) == "");
      CHECK(missing(translated[i].code, english[i].code) == "");
    }
    CHECK(translator.unused() == "");
  }
}

TEST_CASE("manual: a translated page is of a topic and a language and fits the terminal") {
  for (const EmbeddedFile& page : translated_pages) {
    const auto [topic, language] = topic_and_language(page.name);
    CAPTURE(page.name);
    CHECK(language != "en");
    CHECK(std::count(languages().begin(), languages().end(), language) == 1);
    const ManualPage translated = read_manual_page(page.text);
    CHECK(translated.topic == topic);
    CHECK(translated.about != read_manual_page(text_of(manual_pages, topic)).about);
    const std::string text = manual_page_text(translated, false);
    for (const std::string_view line : split(text, '\n')) {
      const bool is_code = line.starts_with("      ");
      CAPTURE(line);
      CHECK((is_code || display_width(line) <= 78));
    }
  }
}

TEST_CASE("manual: translated pages have the quotation marks and spaces of their language") {
  for (const EmbeddedFile& page : translated_pages) {
    const auto [topic, language] = topic_and_language(page.name);
    std::string prose;
    for (const ManualBlock& block : read_manual_page(page.text).blocks) {
      if (block.kind == Kind::code) continue;
      std::string text = block.text;
      for (const auto& row : block.rows) text += "\n" + join(row, "\n");
      for (const TextSpan& span : read_spans(text)) {
        prose += span.style == TextSpan::Style::code ? "x" : span.text;
      }
      prose += '\n';
    }
    CAPTURE(page.name);
    CHECK(prose.find('"') == prose.npos);
    CHECK(prose.find('\'') == prose.npos);
    for (const std::string_view wrong : {" %", " ;", " :", " ?", " !", " »", "« "}) {
      CAPTURE(wrong);
      CHECK(prose.find(wrong) == prose.npos);
    }
  }
}

}  // namespace translated_pages_test
