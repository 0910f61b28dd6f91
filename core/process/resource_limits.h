#pragma once

#include <cstddef>
#include <span>

#include "core/process/supervisor.h"

namespace schiri {

/// Makes sure that this many games at once, each with this many programs, do not hit the limits on
/// open files and processes: raises the limits of this process as far as needed and allowed. Call
/// it before there are other threads. Throws InfrastructureError, a sentence with the need, the
/// limit and the number of games that would fit.
void make_room(unsigned games, std::size_t programs);

/// The original values of the limits that make_room() has raised: started programs get these,
/// because some cannot cope with more.
std::span<const ResourceLimit> limits_before();

}  // namespace schiri
