import { log } from '../numeric/deterministic-math.ts';
import { draw, drawKey, mix, UNIT32, type Seed } from '../numeric/random.ts';
import { MALFORMED_KINDS, type Faults, type MalformedKind } from './fault-settings.ts';

/** The faults of a row that do not depend on its position. */
export interface RowFaults {
  readonly delayMs: number;
  readonly how: MalformedKind | undefined;
  /** Where to corrupt it, 0 ≤ at < 1. */
  readonly at: number;
}

const NO_FAULTS: RowFaults = { delayMs: 0, how: undefined, at: 0 };

/** A function from a row's index to its faults. */
export function rowFaultsOf({ late, malformed }: Faults, { s0, s1 }: Seed): (row: number) => RowFaults {
  const unit = (name: string): ((row: number) => number) => {
    const { key, odd } = drawKey(`\nfaults\n${name}`, 0);
    return (row) => {
      const a = mix(row ^ s0);
      return (draw(a, mix((a ^ Math.floor(row / 2 ** 32)) + s1), key, odd) >>> 0) * UNIT32;
    };
  };
  const [isLate, delay, isMalformed] = [unit('late'), unit('delay'), unit('spoiled')];
  const [kind, at] = [unit('kind'), unit('at')];
  const { kinds = MALFORMED_KINDS } = malformed ?? {};
  const delayOf = (u: number): number => {
    if (late === undefined) return 0;
    const { delayMs } = late;
    return 'mean' in delayMs
      ? Math.max(1, Math.round(-log(1 - u) * delayMs.mean))
      : Math.floor(delayMs.min + u * (Math.floor(delayMs.max) - Math.ceil(delayMs.min) + 1));
  };
  return (row) => {
    const comesLate = late !== undefined && isLate(row) < late.share;
    const isCorrupt = malformed !== undefined && isMalformed(row) < malformed.share;
    if (!comesLate && !isCorrupt) return NO_FAULTS;
    return {
      delayMs: comesLate ? delayOf(delay(row)) : 0,
      how: isCorrupt ? kinds[Math.floor(kind(row) * kinds.length)] : undefined,
      at: at(row),
    };
  };
}
