#pragma once

#include <string>
#include <string_view>

#include "cli/help/manual_page.h"

namespace schiri::cli {

/// Builds a page for man(1), in the language of man(7).
class ManPage {
 public:
  /// `name`: `schiri-records`.
  ManPage(std::string_view name, int section, std::string_view about);

  void heading(std::string_view text);
  void subheading(std::string_view text);
  void paragraph(std::string_view text);
  /// A term and what is said about it, in words made by bold(), italic() and plain().
  void raw_item(std::string_view term, std::string_view text);
  void raw_paragraph(std::string_view text);
  /// Lines that are kept as they are.
  void code(std::string_view text);
  void blocks(const ManualPage& page);

  static std::string plain(std::string_view text);
  static std::string bold(std::string_view text);
  static std::string italic(std::string_view text);

  const std::string& text() const { return out_; }

 private:
  void line(std::string_view text);
  void begin_paragraph();
  void item(std::string_view text);
  void table(const ManualBlock& block);

  std::string out_;
  bool after_heading_ = false;
};

/// schiri-TOPIC(7).
std::string topic_man_page(const ManualPage& page);

}  // namespace schiri::cli
