#include "notation/text/point_system.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

constexpr std::pair<std::string_view, int PointSystem::*> figures[] = {
    {"win", &PointSystem::win},
    {"draw", &PointSystem::draw},
    {"loss", &PointSystem::loss},
    {"forfeit", &PointSystem::forfeit},
    {"absence", &PointSystem::absence}};

[[noreturn]] void refuse(std::string_view text) {
  throw ValueError(message("expected points such as 3-1-0, 3-1-0,bye=1 or win=3,draw=1, not '{0}'",
                           printable(text)));
}

/// `3`, `0.5`, `½` in tenths.
std::optional<int> read_tenths(std::string_view text) {
  constexpr int most = 1000;
  if (text == "½" || text == "1/2") return 5;
  const std::size_t point = text.find('.');
  const auto whole = parse_number<int>(text.substr(0, point));
  if (!whole || *whole < 0 || *whole > most) return std::nullopt;
  if (point == text.npos) return *whole * 10;
  const auto tenths = parse_number<int>(text.substr(point + 1));
  if (!tenths || text.size() != point + 2) return std::nullopt;
  return *whole * 10 + *tenths;
}

void set_figure(PointSystem& points, std::string_view name, int tenths) {
  if (name == "bye") {
    points.paired_bye = tenths;
    return;
  }
  const auto figure = std::find_if(std::begin(figures), std::end(figures),
                                   [&](const auto& one) { return one.first == name; });
  if (figure == std::end(figures)) {
    throw ValueError(
        message("there are points for win, draw, loss, bye, forfeit and absence, not for '{0}'",
                printable(name)));
  }
  points.*figure->second = tenths;
}

}  // namespace

PointSystem read_point_system(std::string_view text, const PointSystem& usual) {
  PointSystem points = usual;
  points.paired_bye.reset();
  std::vector<std::string> known;
  const auto set = [&](std::string_view name, std::string_view value) {
    const auto tenths = read_tenths(trimmed(value));
    if (!tenths) refuse(text);
    set_figure(points, name, *tenths);
    if (std::find(known.begin(), known.end(), name) != known.end()) {
      throw ValueError(message("the points for {0} are given twice", name));
    }
    known.emplace_back(name);
  };
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equal = part.find('=');
    if (equal != part.npos) {
      set(trimmed(part.substr(0, equal)), part.substr(equal + 1));
      continue;
    }
    const auto three = split(part, '-');
    if (three.size() != 3) refuse(text);
    for (std::size_t i = 0; i < 3; ++i) set(figures[i].first, three[i]);
  }
  return points;
}

std::string tenths_text(int tenths) {
  const std::string whole = std::to_string(tenths / 10);
  return tenths % 10 == 0 ? whole : whole + '.' + std::to_string(tenths % 10);
}

std::string point_system_text(const PointSystem& points) {
  std::string text =
      tenths_text(points.win) + '-' + tenths_text(points.draw) + '-' + tenths_text(points.loss);
  if (points.paired_bye) text += ",bye=" + tenths_text(*points.paired_bye);
  if (points.forfeit != 0) text += ",forfeit=" + tenths_text(points.forfeit);
  if (points.absence != 0) text += ",absence=" + tenths_text(points.absence);
  return text;
}

}  // namespace schiri
