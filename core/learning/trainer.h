#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>

#include "core/learning/network.h"
#include "core/learning/training_set.h"

namespace schiri {

struct TrainingOptions {
  std::size_t features = 0;  ///< number of possible features
  int variant = 0;           ///< of the network
  int scale = 200;           ///< likewise
  std::uint64_t seed = 1;
  int epochs = 16;      ///< passes over all examples
  double rate = 0.002;  ///< of the first step; it falls to zero in a straight line
};

/// The loss: the mean cross entropy of the examples' targets and the predicted chances, in nats,
/// less the entropy of the targets; 0 would be perfect.
struct TrainingLoss {
  double trained = 0;  ///< of the training examples
  double checked = 0;  ///< of the validation examples
};

struct TrainingResult {
  Network network;
  TrainingLoss loss;
  double classic = 0;  ///< the validation loss of the game's own evaluation alone
  int epoch = 0;       ///< the network with the best validation loss
};

/// Fits a network to examples by stochastic gradient descent (Adam, Kingma and Ba 2015) in batches,
/// deterministic for the same examples, options and build. Keeps the quantised network with the
/// best validation loss. `listener` is called with each epoch's loss. Ends early, with the best
/// network so far, if a stop is requested.
TrainingResult train(const TrainingSet& examples, const TrainingSet& held_back,
                     const TrainingOptions& options,
                     const std::function<void(int epoch, const TrainingLoss&)>& listener = {},
                     const std::stop_token& stop = {});

}  // namespace schiri
