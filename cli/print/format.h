#pragma once

#include <string_view>

namespace schiri::cli {

/// The output formats of `--format`.
enum class Format { text, json, csv, markdown, html, svg };
inline constexpr std::string_view format_names[] = {"text",     "json", "csv",
                                                    "markdown", "html", "svg"};

}  // namespace schiri::cli
