#pragma once

#include <string_view>

namespace schiri::cli {

/// What a command writes, as its option `--format` names it.
enum class Format { text, json, csv, markdown, html, svg };
inline constexpr std::string_view format_names[] = {"text",     "json", "csv",
                                                    "markdown", "html", "svg"};

}  // namespace schiri::cli
