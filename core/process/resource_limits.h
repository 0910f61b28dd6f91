#pragma once

#include <cstddef>
#include <span>

#include "core/process/supervisor.h"

namespace schiri {

/// Makes sure that this many games at once, each with this many programs, do not hit the limits on
/// open files and processes: raises our own as far as needed and allowed. Call it before there are
/// other threads. Throws InfrastructureError, a sentence that says what is needed, what is allowed
/// and how many games would fit.
void make_room(unsigned games, std::size_t programs);

/// The limits that make_room() has raised, as they were before: started programs get these, as some
/// cannot cope with more.
std::span<const ResourceLimit> limits_before();

}  // namespace schiri
