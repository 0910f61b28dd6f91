#include <algorithm>
#include <iterator>

#include "cli/help/embedded_files.h"
#include "cli/help/manual_page.h"
#include "cli/help/program.h"
#include "cli/line/version.h"
#include "cli/print/output_language.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "notation/text/text_style.h"

/// Man pages, in the language of man(7): of topics as the manual shows them, of commands with
/// their options as entries, which man(1) fills to the width of the terminal.
namespace schiri::cli {

namespace {

using Kind = ManualBlock::Kind;
using Style = TextSpan::Style;

/// The width of text beside the margin of man(1) in a terminal of 80 columns.
constexpr std::size_t man_width = 71;

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

std::string in_font(char font, std::string_view text) {
  return std::string("\\f") + font + roff(text) + "\\fR";
}

/// A cell or paragraph of the manual.
std::string roff_spans(std::string_view text) {
  return join(read_spans(text), "", [](const TextSpan& span) {
    if (span.style == Style::plain) return roff(span.text);
    return in_font(span.style == Style::emphasis ? 'I' : 'B', span.text);
  });
}

std::string roff_lines(std::string_view text) {
  return join(split(trimmed(text, "\n"), '\n'), "\n", roff) + '\n';
}

/// In capitals, as usual. Words in other languages are translated as they are to be.
std::string heading(const std::string& text, const Translation& words = {}) {
  return ".SH " + roff(words.is_english() ? upper_case(text) : text) + '\n';
}

/// Lines that are kept as they are.
std::string kept_lines(std::string_view text) { return ".nf\n" + roff_lines(text) + ".fi\n"; }

/// A term, already in the language of man(7), and what it means.
std::string roff_entry(const std::string& term, const std::string& about) {
  return ".TP\n" + term + '\n' + about + '\n';
}

std::string title(const std::string& name, int section, std::string_view about,
                  const Translation& words) {
  return ".TH " + roff(upper_case(name)) + ' ' + std::to_string(section) + " \"" +
         std::string(version_date) + "\" \"" + std::string(version_number) +
         "\" \"schiri manual\"\n.ad l\n.nh\n" +
         heading(message("heading of a man page\4Name").in(words), words) + roff(name) + " \\- " +
         roff(about) + '\n';
}

/// The sections of a page; the first may have no heading.
std::string sections(const ManualPage& page, const Translation& words) {
  std::string out;
  ManualPage section;
  const auto end_section = [&] {
    if (!section.blocks.empty()) out += kept_lines(manual_blocks_text(section, man_width));
    section.blocks.clear();
  };
  if (page.blocks.front().kind != Kind::heading) {
    out += heading(message("heading of a man page\4Description").in(words), words);
  }
  for (const ManualBlock& block : page.blocks) {
    if (block.kind == Kind::heading) {
      end_section();
      out += heading(block.text, words);
    } else {
      section.blocks.push_back(block);
    }
  }
  end_section();
  return out;
}

/// The page of the manual on the program as a whole, without its references.
ManualPage read_overview() {
  ManualPage overview = read_manual_page(text_of(manual_pages, "overview"));
  const auto see_also = std::ranges::find(overview.blocks, "See also", &ManualBlock::text);
  overview.blocks.erase(see_also, overview.blocks.end());
  return overview;
}

std::string page_name(std::string path) {
  std::ranges::replace(path, ' ', '-');
  return path;
}

std::string reference(const std::string& page, int section) {
  return in_font('B', page) + "(" + std::to_string(section) + ")";
}

std::string description(const ProgramCommand& command) {
  return heading("DESCRIPTION") + roff_lines(command.about + ".") +
         (read_footer(command).text.empty() ? "" : ".PP\n" + roff_lines(read_footer(command).text));
}

std::string parts(const ProgramCommand& command) {
  std::string out = command.parts.empty() ? "" : heading("COMMANDS"), group;
  for (const ProgramCommand& part : command.parts) {
    if (part.group != group && command.parts.front().group != command.parts.back().group) {
      out += ".SS " + roff(part.group) + '\n';
    }
    group = part.group;
    out += roff_entry(reference(page_name(part.path), 1), roff(part.about));
  }
  return out;
}

std::string options(const ProgramCommand& command) {
  const auto about_of = [](const ProgramOption& option) {
    return roff(option.about + (option.required ? " (required)" : ""));
  };
  std::string out = heading("OPTIONS");
  for (const ProgramOption& argument : command.arguments) {
    out += roff_entry(in_font('I', argument.names.front()) + (argument.repeated ? " ..." : ""),
                      about_of(argument));
  }
  for (const OptionGroup& group : option_groups(command)) {
    if (group.title != "Options") out += ".SS " + roff(group.title) + '\n';
    for (const ProgramOption* option : group.options) {
      const std::string value = value_name(*option);
      const auto bold = [](const std::string& name) { return in_font('B', name); };
      out += roff_entry(
          join(option->names, ", ", bold) + (value.empty() ? "" : ' ' + in_font('I', value)),
          about_of(*option));
    }
  }
  return out;
}

/// The rows of a section of the overview that name an option of the command.
std::string defaults(const ManualPage& overview, std::string_view section,
                     const ProgramCommand& command) {
  std::string out;
  bool is_within = false;
  for (const ManualBlock& block : overview.blocks) {
    if (block.kind == Kind::heading) is_within = block.text == section;
    if (!is_within) continue;
    for (const auto& row : block.rows) {
      const bool concerns = std::ranges::any_of(command.options, [&](const ProgramOption& option) {
        return row.back().find('`' + option.names.back() + '`') != row.back().npos;
      });
      if (concerns) out += roff_entry(roff_spans(row.front()), roff_spans(row.back()));
    }
  }
  return out;
}

std::string see_also(const ProgramCommand& command) {
  std::vector<std::string> pages = {reference("schiri", 1)};
  const std::string parent = command.path.substr(0, command.path.rfind(' '));
  if (parent != "schiri") pages.push_back(reference(page_name(parent), 1));
  for (const std::string& topic : read_footer(command).topics) {
    pages.push_back(reference("schiri-" + topic, 7));
  }
  return heading("SEE ALSO") + join(pages, ",\n") + '\n';
}

}  // namespace

std::string topic_man_page(const ManualPage& page, const std::string& language) {
  const Translation& words = translation_to(language);
  const bool has_references = std::ranges::any_of(page.blocks, [](const ManualBlock& block) {
    return block.kind == Kind::heading && block.text == "See also";
  });
  return title("schiri-" + page.topic, 7, page.about, words) + sections(page, words) +
         (has_references || !words.is_english() ? "" : heading("SEE ALSO") + "schiri(1)\n");
}

std::string command_man_page(const ProgramCommand& program, const ProgramCommand& command) {
  const ManualPage overview = read_overview();
  const bool is_program = &program == &command;
  std::string out =
      title(page_name(command.path), 1, is_program ? overview.about : command.about, {}) +
      heading("SYNOPSIS") + in_font('B', command.path) +
      roff(usage(command).substr(command.path.size())) + '\n' +
      (is_program ? sections(overview, {}) : description(command)) + parts(command) +
      options(command);
  if (is_program) {
    const auto page = [](const EmbeddedFile& file) { return "schiri-" + std::string(file.name); };
    return out + heading("SEE ALSO") + roff(join(manual_pages, "(7), ", page)) + "(7)\n";
  }
  out += ".SS Help\n" + roff_entry("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "Print the help and end");
  const std::string examples = join(read_footer(command).examples, "\n");
  if (!examples.empty()) out += heading("EXAMPLES") + kept_lines(examples);
  out += heading("EXIT STATUS") + roff_lines(exit_statuses);
  const std::string variables = defaults(overview, "Environment", command),
                    keys = defaults(overview, "Defaults", command);
  if (!variables.empty()) out += heading("ENVIRONMENT") + variables;
  if (!keys.empty()) {
    out += heading("FILES") +
           roff_spans("`schiri.toml`, in the working directory or in `~/.config/schiri`, can set") +
           '\n' + keys;
  }
  return out + see_also(command);
}

}  // namespace schiri::cli
