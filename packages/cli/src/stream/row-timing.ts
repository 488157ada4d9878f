import type { Timing } from '@catbird/engine';
import type { KeptTime } from './state.ts';

/** What of a timing determines the times of rows. The end and the speed do not. */
export const rowTiming = ({
  fromMs,
  eps,
  unit,
  recorded,
  rate,
  arrivals,
  disorderMs,
  changes,
}: Timing): Readonly<Record<string, unknown>> => ({
  fromMs,
  eps,
  unit,
  recorded,
  rate,
  arrivals,
  disorderMs,
  changes,
});

const NAMES: Readonly<Record<string, string>> = {
  fromMs: 'another --from',
  eps: 'another --eps',
  starts: 'another --starts',
  unit: 'another unit of its rate (--eps or --starts)',
  recorded: 'another rhythm (--replay with or without --eps)',
  rate: 'another --rate',
  arrivals: 'other --arrivals',
  disorderMs: 'another --disorder',
  changes: 'other --changes',
};

/** How a stream's times differ from those of an earlier process, a phrase for each difference. */
export function timingDifferences(kept: KeptTime | null, timing: Timing | undefined): readonly string[] {
  if (kept === null) return timing === undefined ? [] : ['the current time in its events'];
  if (timing === undefined) return ['event times from --from, --rate or --arrivals'];
  return Object.entries(rowTiming(timing)).flatMap(([key, value]) =>
    JSON.stringify(value) === JSON.stringify(kept.timing[key]) ? [] : [nameOf(key, timing)],
  );
}

const nameOf = (key: string, { unit }: Timing): string =>
  (key === 'eps' && unit !== undefined ? NAMES[unit] : NAMES[key]) ?? key;
