#include "cli/otb/publish/site_style.h"

#include <algorithm>
#include <cmath>

#include "core/base/decimals.h"

namespace schiri::cli {

const char* const site_style =
    "nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem .4rem; margin: 0 0 "
    ".8rem; padding: 0; }\n"
    "nav a { display: inline-block; padding: .5rem .7rem; border: 1px solid #8886; border-radius: "
    ".4rem; "
    "text-decoration: none; }\n"
    "nav a[aria-current] { font-weight: 700; border-color: currentColor; }\n"
    ".boards { list-style: none; margin: 0 0 1rem; padding: 0; }\n"
    ".boards > li { border-bottom: 1px solid #8886; padding: .4rem 0; display: grid; gap: 0 .6rem; "
    "grid-template-columns: 2.6em minmax(0, 1fr) 2em 1.4em; align-items: baseline; break-inside: "
    "avoid; }\n"
    ".boards .no { grid-row: 1 / 3; align-self: center; font-weight: 700; font-size: 1.15em; "
    "text-align: right; }\n"
    ".boards .bye { grid-row: auto; }\n"
    ".boards .who, .boards .text { overflow-wrap: anywhere; }\n"
    ".boards .who::before { content: \"\"; display: inline-block; width: .6em; height: .6em; "
    "margin-right: .4em; "
    "border: 1px solid currentColor; border-radius: 50%; }\n"
    ".boards .black::before { background: currentColor; }\n"
    ".boards .points { text-align: right; font-variant-numeric: tabular-nums; }\n"
    ".boards .score { text-align: right; font-weight: 700; font-variant-numeric: tabular-nums; }\n"
    ".boards .start { opacity: .75; font-size: .8em; margin-right: .4em; }\n"
    ".boards .club { opacity: .75; font-size: .8em; margin-left: .5em; }\n"
    "@media print { .boards .club { display: none; } }\n"
    ".boards .match { grid-column: 1 / -1; font-weight: 700; }\n"
    ".boards .text { grid-column: 3 / -1; grid-column-end: -1; text-align: right; }\n"
    ".toggle { display: inline-flex; gap: .5rem; align-items: center; min-height: 2.8rem; }\n"
    ".toggle input { width: 1.4rem; height: 1.4rem; }\n"
    "@media screen and (max-width: 48rem) { .list:has(.toggle input:not(:checked)) .extra { "
    "display: none; } }\n"
    "@media screen and (min-width: 48.01rem) { .toggle { display: none; } }\n"
    ".slips, .table-cards { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fill, "
    "minmax(min(100%, 20rem), 1fr)); }\n"
    ".slips section, .table-cards section { border: 1px dashed #8888; padding: .8rem; "
    "break-inside: avoid; }\n"
    ".slips p, .table-cards p { margin: 0 0 .3em; }\n"
    ".slips .boxes { display: flex; justify-content: space-between; gap: 1em; font-size: 1.2em; }\n"
    ".slips .line { border-bottom: 1px solid; height: 2em; margin-bottom: .2em; }\n"
    ".table-cards .number { font-weight: 700; font-size: 3em; line-height: 1; }\n"
    "@media print {\n"
    "nav, .toggle { display: none; }\n"
    "a { color: inherit; text-decoration: none; }\n"
    ".boards > li { padding: .18em 0; } .boards .no { font-size: 1em; }\n"
    ".one-line > li { grid-template-columns: 2.2em minmax(0, 1fr) 2.2em 2.6em 2.2em minmax(0, "
    "1fr); grid-auto-flow: column; }\n"
    ".one-line .no { grid-row: 1; grid-column: 1; } .one-line .who { grid-row: 1; grid-column: 2; "
    "} "
    ".one-line .points { grid-row: 1; grid-column: 3; } .one-line .who.black { grid-column: 6; } "
    ".one-line .points.black { grid-column: 5; } .one-line .score { display: none; } "
    ".one-line .result { display: block; grid-row: 1; grid-column: 4; text-align: center; "
    "font-weight: 700; }\n"
    ".one-line .text { grid-row: 1; grid-column: 3 / -1; text-align: left; }\n"
    ".slips { grid-template-columns: 1fr 1fr; gap: 0; font-size: 11pt; } .slips section { "
    "box-sizing: border-box; height: "
    "66mm; padding: 5mm; }\n"
    ".table-cards { display: block; } .table-cards section { box-sizing: border-box; height: "
    "134mm; padding: 8mm; display: "
    "grid; "
    "align-content: center; text-align: center; }\n"
    ".table-cards .number { font-size: 90pt; } .table-cards .who { font-size: 26pt; overflow-wrap: "
    "anywhere; }\n"
    "}\n"
    ".result { display: none; }\n";

std::string sheet_style(std::size_t lines, std::size_t columns, double width) {
  // A sheet of A4 without margins of 12 mm and the headings, in points.
  constexpr double sheet_width = 527, sheet_height = 690, height_of_line = 1.75;
  constexpr double smallest = 9, largest = 22;
  const double by_width = sheet_width / (std::max(width, 1.0) * static_cast<double>(columns));
  const auto letters = [&](std::size_t sheets) {
    const double rows =
        std::ceil(static_cast<double>(lines) / static_cast<double>(columns * sheets));
    return std::min(by_width, sheet_height / (std::max(rows, 1.0) * height_of_line));
  };
  std::size_t sheets = 1;
  while (letters(sheets) < std::min(smallest, by_width)) ++sheets;
  const std::string size = fixed_text(std::clamp(letters(sheets), 5.0, largest), 1);
  return "@page { size: A4 portrait; margin: 12mm; }\n@media print { .sheet { font-size: " + size +
         "pt; columns: " + std::to_string(columns) + "; column-gap: 2em; } }\n";
}

}  // namespace schiri::cli
