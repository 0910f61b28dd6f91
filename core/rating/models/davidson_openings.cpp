#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/rating/models/davidson.h"

/// Random effects of openings in `DavidsonModel`.
namespace schiri::rating {

namespace {

using Parameter = UnitTerms::Parameter;

/// Sums over units, as a matrix for the parameters of the model.
class UnitMatrix {
 public:
  UnitMatrix(std::size_t players, std::size_t units)
      : matrix_{PairMatrix(players), std::vector<double>(players + PairMatrix::shared)} {
    matrix_.others.reserve(units);
  }

  /// `entry(row, column)`, row <= column: of one unit of the players i and j.
  template <class Entry>
  void add(PlayerId i, PlayerId j, const Entry& entry) {
    using enum UnitTerms::Parameter;
    const std::size_t n = matrix_.others.ratings();
    matrix_.others.add(i, j, entry(lead, lead), {entry(lead, advantage), entry(lead, draws)});
    matrix_.others.add_corner(
        {entry(advantage, advantage), entry(advantage, draws), entry(draws, draws)});
    const double with_lead = entry(lead, sd);
    matrix_.with_sd[i] += with_lead;
    matrix_.with_sd[j] -= with_lead;
    matrix_.with_sd[n] += entry(advantage, sd);
    matrix_.with_sd[n + 1] += entry(draws, sd);
    matrix_.sd += entry(sd, sd);
  }
  DavidsonModel::Matrix& matrix() { return matrix_; }

 private:
  DavidsonModel::Matrix matrix_;
};

/// The terms of units without a table.
class ExactUnits {
 public:
  explicit ExactUnits(OpeningIntegral integral) : integral_(std::move(integral)) {}

  UnitTerms pair(double lead, std::size_t first, std::size_t second) {
    integral_.set_lead(lead);
    return integral_.pair(first, second);
  }
  UnitTerms single(double lead, std::size_t result) {
    integral_.set_lead(lead);
    return integral_.single(result);
  }

 private:
  OpeningIntegral integral_;
};

}  // namespace

void DavidsonModel::set_opening_effects(double largest_sd) {
  nodes_ = largest_sd > 0 ? effect_nodes(largest_sd) : std::vector<QuadratureNode>();
}

OpeningIntegral DavidsonModel::integral(std::span<const double> parameters) const {
  const double nu = has_draws() ? std::exp(parameters[players_ + 1]) : 0;
  return {parameters[players_], nu, parameters[players_ + 2], nodes_};
}

/// Visits the units by players and result: `visitor(i, j, units, terms, is_pair)`, where `terms`
/// are those of i against j.
template <class Visitor>
void DavidsonModel::visit_units(const OpeningIntegral& integral, std::span<const double> parameters,
                                const Visitor& visitor) const {
  constexpr std::size_t many = 20'000;
  if (pairs_.size() + singles_.size() < many) {
    visit_units_of(ExactUnits(integral), parameters, visitor);
  } else {
    const auto ratings = parameters.first(players_);
    const auto [least, most] = std::minmax_element(ratings.begin(), ratings.end());
    visit_units_of(OpeningTable(integral, *least - *most, *most - *least), parameters, visitor);
  }
}

template <class Units, class Visitor>
void DavidsonModel::visit_units_of(Units units, std::span<const double> parameters,
                                   const Visitor& visitor) const {
  for (const PairCount& pair : pairs_) {
    const double lead = parameters[pair.first] - parameters[pair.second];
    for (std::size_t cell = 0; cell < 9; ++cell) {
      const std::uint64_t pairs = pair.cells[cell / 3][cell % 3];
      if (pairs == 0) continue;
      visitor(pair.first, pair.second, real(pairs), units.pair(lead, cell / 3, cell % 3), true);
    }
  }
  for (const ColourCount& one : singles_) {
    const double lead = parameters[one.white] - parameters[one.black];
    const std::uint64_t games[] = {one.results.wins, one.results.draws, one.results.losses};
    for (std::size_t result = 0; result < 3; ++result) {
      if (games[result] == 0) continue;
      visitor(one.white, one.black, real(games[result]), units.single(lead, result), false);
    }
  }
}

double DavidsonModel::opening_sd_estimate(std::span<const double> parameters) const {
  const double nu = has_draws() ? std::exp(parameters[players_ + 1]) : 0;
  const std::array<QuadratureNode, 1> mean = {};
  const OpeningIntegral known(parameters[players_], nu, 0, mean);
  double excess = 0, squares = 0;
  visit_units(known, parameters, [&](auto, auto, double units, const UnitTerms& terms, bool) {
    const double score = terms.score[Parameter::advantage];
    const double information = terms.at(Parameter::advantage, Parameter::advantage);
    excess += units * (score * score - information);
    squares += units * information * information;
  });
  // Half of the excess is the slope of the log-likelihood on the variance; the prior has one, too.
  return excess > precision_of(shared_sd) ? std::sqrt(excess / squares) : 0;
}

DavidsonModel::Evaluation DavidsonModel::evaluate_effects(
    std::span<const double> parameters) const {
  const std::size_t n = players_;
  double log_likelihood = 0;
  std::vector<double> gradient(size());
  UnitMatrix sum(n, pairs_.size() + singles_.size());
  visit_units(integral(parameters), parameters,
              [&](PlayerId i, PlayerId j, double units, const UnitTerms& terms, bool) {
                log_likelihood += units * terms.log_chance;
                gradient[i] += units * terms.score[Parameter::lead];
                gradient[j] -= units * terms.score[Parameter::lead];
                gradient[n] += units * terms.score[Parameter::advantage];
                gradient[n + 1] += units * terms.score[Parameter::draws];
                gradient[n + 2] += units * terms.score[Parameter::sd];
                sum.add(i, j, [&](Parameter row, Parameter column) {
                  return units * terms.at(row, column);
                });
              });
  Matrix& matrix = sum.matrix();
  return {log_likelihood, std::move(gradient), std::move(matrix.others), std::move(matrix.with_sd),
          matrix.sd};
}

std::vector<DavidsonModel::OwnUnits> DavidsonModel::own_units_with_effects(
    std::span<const double> parameters) const {
  std::vector<OwnUnits> own(players_);
  visit_units(integral(parameters), parameters,
              [&](PlayerId i, PlayerId j, double units, const UnitTerms& terms, bool is_pair) {
                const double variance = terms.at(Parameter::lead, Parameter::lead);
                const double score = terms.score[Parameter::lead];
                for (const PlayerId player : {i, j}) {
                  OwnUnits& its = own[player];
                  its.units += units;
                  its.expected += units * variance;
                  if (!is_pair) continue;
                  its.of_pairs += units * variance;
                  its.seen += units * score * score;
                  its.squares += units * variance * variance;
                }
              });
  return own;
}

DavidsonModel::Matrix DavidsonModel::variation_with_effects(
    std::span<const double> parameters) const {
  const std::vector<OwnUnits> own = own_units_with_effects(parameters);
  UnitMatrix sum(players_, pairs_.size() + singles_.size());
  visit_units(integral(parameters), parameters,
              [&](PlayerId i, PlayerId j, double units, const UnitTerms& terms, bool is_pair) {
                const double share =
                    is_pair ? std::max(own[i].missing_share(), own[j].missing_share()) : 1;
                sum.add(i, j, [&](Parameter row, Parameter column) {
                  const double square = is_pair ? terms.score[row] * terms.score[column] : 0;
                  return units * (square + share * terms.at(row, column));
                });
              });
  return std::move(sum.matrix());
}

/// A row of an opening may hold several games: then each game of the one row is a pair with each of
/// the other, with such weights that the shorter row has only pairs.
double DavidsonModel::slope_with_effects(std::span<const double> parameters,
                                         std::span<const double> direction,
                                         std::span<const OpeningCount> opening) const {
  OpeningIntegral integral = this->integral(parameters);
  const std::size_t n = players_;
  double sum = 0;
  const auto add = [&](const ColourCount& games, double units, const UnitTerms& terms) {
    sum +=
        units * (terms.score[Parameter::lead] * (direction[games.white] - direction[games.black]) +
                 terms.score[Parameter::advantage] * direction[n] +
                 terms.score[Parameter::draws] * direction[n + 1] +
                 terms.score[Parameter::sd] * direction[n + 2]);
  };
  const auto cells = [](const Wdl& results) {
    return std::array{real(results.wins), real(results.draws), real(results.losses)};
  };
  for (std::size_t row = 0; row < opening.size(); ++row) {
    const ColourCount& games = opening[row].games;
    const bool has_partner = row + 1 < opening.size() &&
                             opening[row + 1].games.white == games.black &&
                             opening[row + 1].games.black == games.white;
    const Wdl swapped = has_partner ? opening[row + 1].games.results : Wdl{};
    const double own = real(games.results.games()), other = real(swapped.games());
    const double pairs = std::min(own, other);
    integral.set_lead(parameters[games.white] - parameters[games.black]);
    for (std::size_t i = 0; i < 3; ++i) {
      const double first = cells(games.results)[i], second = cells(swapped)[i];
      if (first > 0) add(games, first * (1 - pairs / own), integral.single(i));
      if (second > 0) add(games, second * (1 - pairs / other), integral.swapped(i));
      for (std::size_t j = 0; j < 3; ++j) {
        const double both = first * cells(swapped)[j];
        if (both > 0) add(games, both * pairs / (own * other), integral.pair(i, j));
      }
    }
    row += has_partner;
  }
  return sum;
}

}  // namespace schiri::rating
