import type { Flags } from '../flags/flag.ts';
import { streamFlags } from '../stream/flags.ts';

const inGroup = (group: string): Flags =>
  Object.fromEntries(Object.entries(streamFlags).filter(([, flag]) => flag.group === group));

/** What a config file may say beside destination, settings and schema: the same as the flags of every stream. */
export const KEYS = {
  top: { template: streamFlags.template, seed: streamFlags.seed, ...inGroup('Stream') },
  delivery: inGroup('Delivery'),
  thresholds: inGroup('Thresholds'),
} as const;
