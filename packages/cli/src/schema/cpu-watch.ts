import type { Watch } from '@catbird/core';

/** Measures generators by the CPU time of this process, which other programs do not affect. */
export const cpuWatch: Watch = {
  now() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
