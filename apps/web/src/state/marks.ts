import type { RateChange } from '@catbird/engine';
import type { LoggedChange, RunReport } from '../worker/report-protocol.ts';
import type { Config } from './config.ts';
import { rateText } from './settings.ts';

/** An event of a run that its chart marks, such as a change of the rate. */
export interface Mark {
  /** Seconds since the start of the run. */
  readonly second: number;
  readonly text: string;
}

/** The marks of a run, and what the next one is compared with. */
export interface Marks {
  readonly list: readonly Mark[];
  /** The rate that holds, or holds again after a pause. */
  readonly rate: RateChange['to'];
  readonly isPaused: boolean;
}

/** Marks kept for the chart. */
const MARKS = 200;

/** Without marks, at a rate. */
export const marksFrom = (rate: RateChange['to']): Marks => ({ list: [], rate, isPaused: false });

/**
 * The marks after a report: each pause and each other rate. Both are the same kind of change in the data, where a pause is a rate of 0.
 *
 * @param planned name of the rate that the stream started with: `200/s`
 */
export function addMarks(before: Marks, report: RunReport, planned: string): Marks {
  const { changes, elapsedMs, time, wentLive } = report;
  const isPaused = time?.isPaused ?? false;
  const changed = changes.filter(({ change }) => change.to !== 0);
  const rate = changed.at(-1)?.change.to ?? before.rate;
  const added = rateMarks(before.rate, changed, planned);
  // The end of a pause at another rate is marked by the rate.
  if (isPaused !== before.isPaused && (isPaused || added.length === 0)) {
    const second = changes.at(-1)?.second ?? elapsedMs / 1000;
    added.push({ second, text: isPaused ? 'Paused' : 'Resumed' });
  }
  if (wentLive !== undefined)
    added.push({ second: wentLive.second, text: `Live, ${wentLive.skipped.toLocaleString('en')} skipped` });
  return { list: [...before.list, ...added].slice(-MARKS), rate, isPaused };
}

function rateMarks(before: RateChange['to'], changes: readonly LoggedChange[], planned: string): Mark[] {
  let from = nameOf(before, planned);
  return changes.flatMap(({ second, change }) => {
    const to = nameOf(change.to, planned);
    const text = changeText(from, to);
    const isOther = from !== to || typeof change.to === 'object';
    from = to;
    return isOther ? [{ second, text }] : [];
  });
}

/** Name of the rate that a stream started with. */
export const plannedName = ({ eps }: Pick<Config, 'eps'>): string => `${rateText(eps)}/s`;

const nameOf = (to: RateChange['to'], planned: string): string => {
  if (to === 'planned') return planned;
  return typeof to === 'number' ? `${rateText(to)}/s` : 'curve';
};

/** `200 → 400/s`: the unit once. */
function changeText(from: string, to: string): string {
  if (from === to) return `Another ${to}`;
  return to.endsWith('/s') && from.endsWith('/s') ? `${from.slice(0, -2)} → ${to}` : `${from} → ${to}`;
}
