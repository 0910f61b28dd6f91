#include "cli/web/shared/document.h"

#include <set>

#include "cli/print/encodings.h"
#include "cli/print/vocabulary.h"
#include "cli/web/web_files.h"
#include "core/base/sha256.h"

namespace schiri::cli {

namespace {

std::string source_of(std::string_view content) {
  return " 'sha256-" + base64(sha256(content)) + "'";
}

}  // namespace

std::string fill_template(std::string_view text,
                          const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string filled;
  while (!text.empty()) {
    const std::size_t at = text.find('@');
    filled += text.substr(0, at);
    if (at == text.npos) break;
    text.remove_prefix(at);
    std::size_t taken = 1;
    for (const auto& [name, value] : values) {
      if (!text.starts_with(name)) continue;
      filled += value;
      taken = name.size();
      break;
    }
    if (taken == 1) filled += '@';
    text.remove_prefix(taken);
  }
  return filled;
}

std::string content_policy(std::string_view style, const std::vector<std::string_view>& scripts,
                           bool has_engine) {
  std::string policy = "default-src 'none'; style-src" + source_of(style) + "; script-src";
  for (const std::string_view script : scripts) policy += source_of(script);
  if (has_engine) policy += " 'wasm-unsafe-eval'; worker-src blob:; trusted-types schiri-worker";
  return policy + "; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";
}

std::string board_store(const std::vector<const DiagramBoard*>& boards) {
  std::string text;
  std::set<std::string_view> symbols;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const DiagramBoard& board = *boards[i];
    if (symbols.insert(board.symbols).second) text += board.symbols + '\n';
    const std::string number = std::to_string(i);
    text += svg::symbol("fields-" + number, board.fields) + '\n';
    text += svg::symbol("coordinates-" + number, board.coordinates) + '\n';
  }
  return text;
}

std::string safe_in_script(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

Json page_words(std::span<const PageWord> words, const Translation& language) {
  Json all = Json::object();
  for (const PageWord& word : words) {
    const std::size_t slash = word.key.find('/');
    std::string text(language.of(word.english.text()));
    if (slash == word.key.npos) {
      all[word.key] = std::move(text);
    } else {
      Json& group = all[word.key.substr(0, slash)];
      if (group.is_null()) group = Json::object();
      group[word.key.substr(slash + 1)] = std::move(text);
    }
  }
  return all;
}

namespace {

std::string script_of(const Json& all) {
  return "const schiriWordTables = " + safe_in_script(all.dump()) + ";\n" + std::string(words_js);
}

}  // namespace

std::string word_script(std::span<const PageWord> words,
                        const std::vector<std::string>& languages) {
  Json all = Json::object();
  for (const std::string& language : languages) {
    all[language] = page_words(words, translation_to(language));
  }
  return script_of(all);
}

std::string word_script(std::initializer_list<std::string_view> tables,
                        const std::vector<std::string>& languages) {
  Json all = Json::object();
  for (const std::string& language : languages) {
    all[language] = Vocabulary(tables, language).words();
  }
  return script_of(all);
}

}  // namespace schiri::cli
