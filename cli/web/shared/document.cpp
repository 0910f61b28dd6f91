#include "cli/web/shared/document.h"

#include <algorithm>
#include <set>

#include "cli/print/encodings.h"
#include "cli/print/output_language.h"
#include "cli/web/web_files.h"
#include "core/base/errors.h"
#include "core/base/po_file.h"
#include "core/base/sha256.h"
#include "notation/text/json.h"

namespace schiri::cli {

namespace {

std::string source_of(std::string_view content) {
  return " 'sha256-" + base64(sha256(content)) + "'";
}

}  // namespace

void require_scripts() {
  if (!worker_js.empty()) return;
  throw UnusableError(
      message("this schiri was built without esbuild, which makes the scripts of its pages"));
}

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

std::string content_policy(std::string_view style, std::string_view script, bool has_engine) {
  std::string policy = "default-src 'none'; style-src" + source_of(style) + "; script-src";
  if (!script.empty()) policy += source_of(script);
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

std::string translated_page(std::string_view page, const Translation& language) {
  std::string text;
  for (std::size_t begin; (begin = page.find("@[")) != page.npos;) {
    const std::string_view before = page.substr(0, begin);
    const std::size_t end = page.find(']', begin) + 1;
    const std::string pattern = patterns_of_page(page.substr(begin, end - begin)).at(0);
    text.append(before).append(xml_text(language.of(pattern)));
    page.remove_prefix(end);
  }
  return text.append(page);
}

std::string with_texts(std::string_view script, const std::vector<std::string>& languages,
                       const std::vector<std::string_view>& sources) {
  const auto is_in_sources = [&](const std::string& file) {
    return std::any_of(sources.begin(), sources.end(),
                       [&](std::string_view source) { return file.starts_with(source); });
  };
  Json texts = Json::object();
  for (const EmbeddedFile& file : message_files) {
    if (std::find(languages.begin(), languages.end(), file.name) == languages.end()) continue;
    for (PoEntry& entry : read_po(file.text)) {
      if (std::none_of(entry.files.begin(), entry.files.end(), is_in_sources)) continue;
      texts[entry.pattern][file.name] = std::move(entry.translation);
    }
  }
  const Json all = {{"languages", languages}, {"packed", base64(deflate_raw(texts.dump()))}};
  return "const schiriTexts = " + all.dump() + ";\n" + std::string(script);
}

}  // namespace schiri::cli
