#include "core/rating/models/opening_effects.h"

#include <algorithm>
#include <cmath>

namespace schiri::rating {

std::vector<QuadratureNode> effect_nodes(double largest_sd) {
  // The chance has its nearest poles at a distance of pi/2 from the real axis: the error of a step
  // h is that of exp(-pi^2 / h).
  constexpr double longest = 0.6, end = 5.5;
  const double step = longest / std::max(largest_sd, 1.0);
  const auto half = static_cast<int>(std::ceil(end / step));
  std::vector<QuadratureNode> nodes;
  double sum = 0;
  for (int k = -half; k <= half; ++k) {
    const double z = k * step;
    nodes.push_back({z, std::exp(-z * z / 2)});
    sum += nodes.back().weight;
  }
  for (QuadratureNode& node : nodes) node.weight /= sum;
  return nodes;
}

OpeningIntegral::OpeningIntegral(double advantage, double nu, double sd,
                                 std::span<const QuadratureNode> nodes)
    : nu_(nu) {
  constexpr double most = 150;
  for (const QuadratureNode& node : nodes) {
    const double effect = std::clamp(advantage + sd * node.z, -most, most);
    nodes_.push_back({node.z, node.weight, std::exp(effect), {}, {}});
  }
}

OpeningIntegral::Game OpeningIntegral::game(double odds, double nu) {
  const double black = 1 / (odds * (odds + nu) + 1);
  const double draw = odds * nu * black, white = odds * odds * black;
  return {{white, draw, black}, white - black};
}

OpeningIntegral::Part OpeningIntegral::part(const Game& game, std::size_t result) {
  if (result == no_game) return {};
  const double mean = game.mean, draw = game.chances[1];
  return {.chance = game.chances[result],
          .lead = 1 - static_cast<double>(result) - mean,
          .draw = (result == 1 ? 1 : 0) - draw,
          .variance = 1 - draw - mean * mean,
          .mixed = -mean * draw,
          .draw_variance = draw * (1 - draw)};
}

void OpeningIntegral::set_lead(double lead) {
  constexpr double most = 150;
  const double odds = std::exp(std::clamp(lead, -most, most));
  for (Node& node : nodes_) {
    node.first = game(node.odds * odds, nu_);
    node.second = game(node.odds / odds, nu_);
  }
}

/// The gradient is the mean of the scores given the result (R. A. Fisher), the information the mean
/// of that with a known effect, less the variance of the scores (T. A. Louis 1982).
UnitTerms OpeningIntegral::integral(std::size_t first, std::size_t second) const {
  double chance = 0;
  std::array<double, 4> score{};
  std::array<double, 10> information{};
  for (const Node& node : nodes_) {
    const Part one = part(node.first, first), two = part(node.second, second);
    const double z = node.z, p = node.weight * one.chance * two.chance;
    const double lead = one.lead - two.lead, colour = one.lead + two.lead;
    const double draws = one.draw + two.draw;
    const double sum = one.variance + two.variance, difference = one.variance - two.variance;
    const double mixed = one.mixed + two.mixed;
    chance += p;
    score[0] += p * lead;
    score[1] += p * colour;
    score[2] += p * draws;
    score[3] += p * z * colour;
    information[0] += p * (sum - lead * lead);
    information[1] += p * (difference - lead * colour);
    information[2] += p * (one.mixed - two.mixed - lead * draws);
    information[3] += p * z * (difference - lead * colour);
    information[4] += p * (sum - colour * colour);
    information[5] += p * (mixed - colour * draws);
    information[6] += p * z * (sum - colour * colour);
    information[7] += p * (one.draw_variance + two.draw_variance - draws * draws);
    information[8] += p * z * (mixed - colour * draws);
    information[9] += p * z * z * (sum - colour * colour);
  }
  UnitTerms terms;
  if (chance == 0) return terms;  // A draw, where nu is 0.
  terms.log_chance = std::log(chance);
  for (std::size_t i = 0; i < 4; ++i) terms.score[i] = score[i] / chance;
  for (std::size_t i = 0, k = 0; i < 4; ++i) {
    for (std::size_t j = i; j < 4; ++j, ++k) {
      terms.information[k] = information[k] / chance + terms.score[i] * terms.score[j];
    }
  }
  return terms;
}

OpeningTable::OpeningTable(OpeningIntegral integral, double low, double high) {
  constexpr std::size_t steps = 256;
  step_ = std::max(high - low, 1e-3) / steps;
  low_ = low - step_;
  rows_.resize(steps + 4);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    integral.set_lead(low_ + static_cast<double>(i) * step_);
    for (std::size_t cell = 0; cell < 9; ++cell) rows_[i][cell] = integral.pair(cell / 3, cell % 3);
    for (std::size_t result = 0; result < 3; ++result) {
      rows_[i][9 + result] = integral.single(result);
    }
  }
}

/// The cubic through the four nearest rows.
UnitTerms OpeningTable::at(double lead, std::size_t unit) const {
  const double place = (lead - low_) / step_;
  const std::size_t row =
      std::clamp<std::size_t>(static_cast<std::size_t>(place), 1, rows_.size() - 3);
  const double t = place - static_cast<double>(row);
  const std::array<double, 4> weights = {-t * (t - 1) * (t - 2) / 6,
                                         (t + 1) * (t - 1) * (t - 2) / 2,
                                         -(t + 1) * t * (t - 2) / 2, (t + 1) * t * (t - 1) / 6};
  UnitTerms sum;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const UnitTerms& one = rows_[row - 1 + k][unit];
    sum.log_chance += weights[k] * one.log_chance;
    for (std::size_t i = 0; i < 4; ++i) sum.score[i] += weights[k] * one.score[i];
    for (std::size_t i = 0; i < 10; ++i) sum.information[i] += weights[k] * one.information[i];
  }
  return sum;
}

}  // namespace schiri::rating
