import type { Wait } from '../../model/journey.ts';
import { exp, log } from '../../numeric/deterministic-math.ts';
import { normalQuantile } from '../../numeric/normal.ts';

/** Quantile function of a wait: milliseconds for a share from 0 to 1. `Infinity` where the distribution has no end. */
export function waitQuantile(wait: Wait): (share: number) => number {
  switch (wait.kind) {
    case 'between':
      return (share) => wait.minMs + share * (wait.maxMs - wait.minMs);
    case 'mean':
      return (share) => -log(1 - share) * wait.meanMs;
    case 'median':
      return (share) => wait.medianMs * logNormalFactor(wait.sigma, share);
    default:
      return () => wait.ms;
  }
}

function logNormalFactor(sigma: number, share: number): number {
  if (sigma === 0) return 1;
  if (share <= 0) return 0;
  return share >= 1 ? Infinity : exp(sigma * normalQuantile(share));
}
