#pragma once

/// Everything that schiri_bench measures, one file each, which says what its figures mean.
namespace schiri::bench {

void coverage();
void creeper_perft();
void creeper_playouts();
void games();
void records();
void referee();
void search();
void sprt_estimates();
void store();

}  // namespace schiri::bench
