#pragma once

#include <string>
#include <vector>

#include "notation/records/pgn/reader.h"

/// All records of a text.
inline std::vector<schiri::CheckedRecord> read_all(std::string_view text,
                                                   schiri::ReadOptions options = {}) {
  options.keep = schiri::Keep::records;
  schiri::TextSource source(text);
  std::vector<schiri::CheckedRecord> records;
  schiri::read_records(source, options, [&](schiri::CheckedRecord& record) {
    records.push_back(std::move(record));
    return true;
  });
  return records;
}

/// The findings of a record, one word each: `illegal@3:14`.
inline std::string findings_of(const schiri::GameCheck& check) {
  std::string text;
  for (const auto* list : {&check.warnings, &check.errors}) {
    for (const schiri::Finding& finding : *list) {
      text += (text.empty() ? "" : " ") + std::string(schiri::code_name(finding.code)) + "@" +
              std::to_string(finding.line) + ":" + std::to_string(finding.column);
    }
  }
  return text;
}

/// Seven tags and the game's name. With the empty line, the movetext begins on line 10.
inline std::string tags_for(const std::string& result, const std::string& more = "") {
  return "[Event \"e\"]\n[Site \"s\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"w\"]\n"
         "[Black \"b\"]\n[Result \"" +
         result + "\"]\n[Game \"creeper\"]\n" + more;
}
