import { drawKey, mix, UNIT32, type Seed } from '../numeric/random.ts';
import type { Faults } from './fault-settings.ts';

/** Settings of devices that fall silent. */
export type Offline = NonNullable<Faults['offline']>;

/** A time at which a device is silent, in whole milliseconds since 1970. */
export interface Silence {
  readonly startMs: number;
  /** The first instant at which it is heard again. */
  readonly endMs: number;
  /** Its rows are never sent. Otherwise, they are held until its end. */
  readonly isLost: boolean;
}

/**
 * The silences of devices. The time of each device is cut into periods, which begin at another time for each. In each period, it is
 * silent once, at a random time. So at any time, the same share of many devices is silent.
 *
 * @returns a function of the hash of a device's key and an event time: its silence then
 */
export function silences(
  { share, forMs: { min, max }, lost = 0 }: Pick<Offline, 'share' | 'forMs' | 'lost'>,
  { s0, s1 }: Seed,
): (hash: number, ms: number) => Silence | undefined {
  if (share === 0) return () => undefined;
  const unit = (name: string): ((hash: number, n: number) => number) => {
    const { key } = drawKey(`\nfaults\n${name}`, 0);
    return (hash, n) => (mix(mix(hash ^ s0 ^ key) + s1 + Math.imul(n, 0x9e3779b9)) >>> 0) * UNIT32;
  };
  const [phase, place, length, loss] = [
    unit('silent phase'),
    unit('silent place'),
    unit('silent length'),
    unit('silent loss'),
  ];
  // With a share of at most a half, a period is as long as the longest silence, at least.
  const periodMs = (min + max) / 2 / share;
  return (hash, ms) => {
    const fromMs = phase(hash, 0) * periodMs;
    const period = Math.floor((ms - fromMs) / periodMs);
    const lengthMs = Math.round(min + length(hash, period) * (max - min));
    const startMs = Math.floor(fromMs + period * periodMs + place(hash, period) * (periodMs - lengthMs));
    if (ms < startMs || ms >= startMs + lengthMs) return undefined;
    return { startMs, endMs: startMs + lengthMs, isLost: loss(hash, period) < lost };
  };
}
