import { drawKey, mix, type Seed, UNIT32 } from '../numeric/random.ts';
import type { MalformedKind } from './fault-settings.ts';

/** Random numbers keyed by a name and a whole number. */
export interface Chance {
  /** 32 bits. */
  readonly bits: (name: string, n: number) => number;
  /** From 0 to 1. */
  readonly unit: (name: string, n: number) => number;
}

/** The random numbers that order a stream's rows. */
export function faultChance({ s0, s1 }: Seed): Chance {
  const keys = new Map<string, number>();
  const keyOf = (name: string): number => {
    const { key } = drawKey(`\nfaults\n${name}`, 0);
    keys.set(name, key);
    return key;
  };
  const bits = (name: string, n: number): number => {
    const x = mix((n | 0) ^ s0 ^ (keys.get(name) ?? keyOf(name)));
    return mix((x ^ Math.floor(n / 2 ** 32)) + s1);
  };
  return { bits, unit: (name, n) => (bits(name, n) >>> 0) * UNIT32 };
}

/** The seed of the order from a position on, at which the settings change. */
export function seedFrom({ s0, s1 }: Seed, position: number): Seed {
  if (position === 0) return { s0, s1 };
  const low = mix((position | 0) ^ s0);
  return { s0: low, s1: mix((low ^ Math.floor(position / 2 ** 32)) + s1) };
}

/** A fault of one row, as in a ground-truth log. */
export type Fault = {
  /** The row's index in the stream without faults. */
  readonly row: number;
  /** Its position in the sent stream, from 0. For a dropped row: the position of the next row in order, unless an incident drops it. */
  readonly position: number;
} & (
  | {
      /** Sent before. */ readonly kind: 'duplicate';
      /** How many rows ago, not counting copies. */ readonly back: number;
    }
  | { /** Has an earlier event time. */ readonly kind: 'late'; readonly delayMs: number }
  | {
      /** How many rows later than in order, not counting copies; negative if earlier. */ readonly kind: 'reordered';
      readonly by: number;
    }
  | { /** Its line is corrupted. */ readonly kind: 'malformed'; readonly how: MalformedKind }
  | {
      /** Never sent. */ readonly kind: 'dropped';
      /** The incident that drops it, by its name. Absent: it is dropped by chance. */ readonly incident?: string;
    }
  | {
      /** Sent when its device is no longer offline. */ readonly kind: 'held';
      /** From its event time on. */ readonly heldMs: number;
    }
  | {
      /** Never sent, because its device is offline. The position is that of the next row in order. */ readonly kind: 'lost';
    }
  | {
      /** Of another schema. */ readonly kind: 'drifted';
      /** What has changed: `rename user_id`. */ readonly changes: readonly string[];
    }
);

/** Number of faults of each kind. */
export type FaultCounts = Readonly<Record<Fault['kind'], number>>;

/** Every kind of fault, in the order in which people see them. */
export const FAULT_KINDS = [
  'duplicate',
  'late',
  'reordered',
  'malformed',
  'dropped',
  'held',
  'lost',
  'drifted',
] as const satisfies readonly Fault['kind'][];

/** Counts of each kind. @param countOf how many there are. Default: none */
export function faultCounts(
  countOf: (kind: Fault['kind']) => number = () => 0,
): Record<Fault['kind'], number> {
  const counts = {
    duplicate: 0,
    late: 0,
    reordered: 0,
    malformed: 0,
    dropped: 0,
    held: 0,
    lost: 0,
    drifted: 0,
  };
  for (const kind of FAULT_KINDS) counts[kind] = countOf(kind);
  return counts;
}
