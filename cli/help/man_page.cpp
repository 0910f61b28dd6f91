#include "cli/help/man_page.h"

#include <algorithm>

#include "cli/help/embedded_files.h"
#include "cli/help/help_text.h"
#include "cli/line/version.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "notation/text/text_style.h"

namespace schiri::cli {

namespace {

/// A text without what man(7) would take for its own, or for typographic signs; styles as fonts.
std::string roff(std::string_view text) {
  constexpr struct {
    std::string_view plain, roff;
  } signs[] = {{"\\", "\\e"},
               {"-", "\\-"},
               {"'", "\\(aq"},
               {"`", "\\(ga"},
               {"^", "\\(ha"},
               {"~", "\\(ti"},
               {text_style::bold, "\\fB"},
               {text_style::underlined, "\\fI"},
               {text_style::plain, "\\fR"}};
  std::string out = text.starts_with('.') ? "\\&" : "";
  while (!text.empty()) {
    const auto* sign = std::find_if(std::begin(signs), std::end(signs),
                                    [&](const auto& one) { return text.starts_with(one.plain); });
    const bool is_sign = sign != std::end(signs);
    out += is_sign ? sign->roff : text.substr(0, 1);
    text.remove_prefix(is_sign ? sign->plain.size() : 1);
  }
  return out;
}

std::string heading(std::string_view text) { return ".SH " + roff(upper_case(text)) + '\n'; }

/// Lines that are kept as they are.
std::string kept_lines(std::string_view text) {
  std::string out = ".nf\n";
  for (const std::string_view line : split(trimmed(text, "\n"), '\n')) out += roff(line) + '\n';
  return out + ".fi\n";
}

std::string title(const std::string& name, int section, std::string_view about) {
  return ".TH " + roff(upper_case(name)) + ' ' + std::to_string(section) + " \"" +
         std::string(version_date) + "\" \"" + std::string(version_number) +
         "\" \"schiri manual\"\n.ad l\n.nh\n" + heading("Name") + roff(name) + " \\- " +
         roff(about) + '\n';
}

/// The sections of a page; the first may have no heading.
std::string sections(const ManualPage& page) {
  std::string out;
  ManualPage section;
  const auto end_section = [&] {
    if (!section.blocks.empty()) out += kept_lines(manual_blocks_text(section, true));
    section.blocks.clear();
  };
  if (page.blocks.front().kind != ManualBlock::Kind::heading) out += heading("Description");
  for (const ManualBlock& block : page.blocks) {
    if (block.kind == ManualBlock::Kind::heading) {
      end_section();
      out += heading(block.text);
    } else {
      section.blocks.push_back(block);
    }
  }
  end_section();
  return out;
}

/// Where a page refers to others: its last section.
std::vector<ManualBlock>::const_iterator see_also(const ManualPage& page) {
  return std::find_if(page.blocks.begin(), page.blocks.end(), [](const ManualBlock& block) {
    return block.kind == ManualBlock::Kind::heading && block.text == "See also";
  });
}

/// Describes commands without parts; the others only group them.
std::string commands(const ProgramCommand& command) {
  if (command.parts.empty()) return ".SS " + roff(command.path) + '\n' + kept_lines(command.help);
  return join(command.parts, "", commands);
}

/// The program's own options. ProgramCommand::help is that of the command which is running.
std::string options(ProgramCommand program) {
  std::erase_if(program.options, [](const ProgramOption& option) {
    return std::ranges::find(option.names, "--help") != option.names.end();  // stands in all helps
  });
  return kept_lines(help_text(program));
}

}  // namespace

std::string topic_man_page(const ManualPage& page) {
  return title("schiri-" + page.topic, 7, page.about) + sections(page) +
         (see_also(page) == page.blocks.end() ? heading("See also") + "schiri(1)\n" : "");
}

std::string program_man_page(const ProgramCommand& program) {
  ManualPage overview = read_manual_page(text_of(manual_pages, "overview"));
  overview.blocks.erase(see_also(overview), overview.blocks.end());
  const auto page_name = [](const EmbeddedFile& page) {
    return "schiri-" + std::string(page.name) + "(7)";
  };
  return title("schiri", 1, overview.about) + heading("Synopsis") +
         "\\fBschiri\\fR \\fIcommand\\fR [\\fIargument\\fR ...]\n" + sections(overview) +
         heading("Options") + options(program) + heading("Commands") + commands(program) +
         heading("See also") + roff(join(manual_pages, ", ", page_name)) + '\n';
}

}  // namespace schiri::cli
