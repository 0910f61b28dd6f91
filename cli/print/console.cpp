#include "cli/print/console.h"

#include <unistd.h>

#include <exception>
#include <iostream>
#include <locale>
#include <thread>

namespace schiri::cli::console {

std::ostream out(std::cout.rdbuf());
std::ostream err(std::cerr.rdbuf());
std::istream in(std::cin.rdbuf());

namespace {

const bool are_tied = [] {
  err.tie(&out);
  err << std::unitbuf;
  in.tie(&out);
  return true;
}();

std::atomic<const std::atomic<bool>*> interruption = nullptr;
std::thread::id command;
std::atomic<int> uninterrupted = 0;

void attach(std::streambuf* input, std::streambuf* output, std::streambuf* errors) {
  in.rdbuf(input);
  out.rdbuf(output);
  err.rdbuf(errors);
}

}  // namespace

Visit::Visit(const Guest& guest) {
  attach(&guest.in, &guest.out, &guest.err);
  for (std::ios* stream :
       {static_cast<std::ios*>(&in), static_cast<std::ios*>(&out), static_cast<std::ios*>(&err)}) {
    stream->imbue(std::locale::classic());
    stream->copyfmt(std::ios(nullptr));
  }
  err.tie(&out);
  err << std::unitbuf;
  in.tie(&out);
  // An interrupted command ends where it writes.
  out.exceptions(std::ios::badbit);
  command = std::this_thread::get_id();
  interruption = &guest.is_interrupted;
}

Visit::~Visit() {
  interruption = nullptr;
  out.exceptions(std::ios::goodbit);
  use_process();
}

bool is_guest() { return interruption != nullptr; }

bool is_interrupted() {
  const std::atomic<bool>* const its = interruption;
  return its && *its;
}

void leave_if_interrupted() {
  if (!is_interrupted() || uninterrupted > 0 || std::this_thread::get_id() != command ||
      std::uncaught_exceptions() > 0) {
    return;
  }
  throw Interrupted();
}

bool is_terminal(int descriptor) { return !is_guest() && isatty(descriptor) != 0; }

void use_process() { attach(std::cin.rdbuf(), std::cout.rdbuf(), std::cerr.rdbuf()); }

Uninterrupted::Uninterrupted() { ++uninterrupted; }

Uninterrupted::~Uninterrupted() { --uninterrupted; }

}  // namespace schiri::cli::console
