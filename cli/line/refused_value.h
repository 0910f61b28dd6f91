#pragma once

#include <CLI/Error.hpp>
#include <string>
#include <utility>

#include "core/base/message.h"

namespace schiri::cli {

/// A value that an option does not accept. Unlike CLI11's own error it keeps the sentence, so that
/// it can be translated.
class RefusedValue : public CLI::ParseError {
 public:
  /// `option`: its name; `complaint`: what is wrong with the value.
  RefusedValue(std::string option, Message complaint)
      : CLI::ParseError("RefusedValue", option + ": " + complaint.english(),
                        CLI::ExitCodes::ValidationError),
        option_(std::move(option)),
        complaint_(std::move(complaint)) {}

  Message message() const { return schiri::message("{0}: {1}", option_, complaint_); }

 private:
  std::string option_;
  Message complaint_;
};

}  // namespace schiri::cli
