import { MAX_FACTOR, MAX_POINTS, MAX_RATE, MIN_PERIOD_MS, NEVER } from './bounds.ts';
import { readCron } from './cron.ts';
import { durationText } from './duration.ts';
import { DATE, readDate } from './intensity/calendar.ts';
import {
  durationOf,
  elementsOf,
  issue,
  membersOf,
  numberOf,
  placeAt,
  type TimeSetting,
  valueOf,
} from './place.ts';
import type { Burst, Holiday } from './timing.ts';

type Stage = readonly [afterMs: number, eps: number];

/** Stages: pairs of a time and events per second, in order of time. */
export function stagesOf(place: TimeSetting): readonly Stage[] | undefined {
  const elements = elementsOf(place, { least: 1, most: MAX_POINTS, noun: 'stages' });
  if (elements === undefined) return undefined;
  const stages: Stage[] = [];
  for (const [index, element] of elements.entries()) {
    const stage = stageOf(placeAt(place, element, index, `Stage ${index + 1}`), stages.at(-1)?.[0] ?? 0);
    if (stage !== undefined) stages.push(stage);
  }
  if (stages.length < elements.length) return undefined;
  return hasEvents(stages) ? stages : issue(place, `must have a rate above 0: ${NEVER}`);
}

function stageOf(place: TimeSetting, earliestMs: number): Stage | undefined {
  const { value, name } = place;
  if (!Array.isArray(value) || value.length !== 2)
    return issue(place, 'must be a pair of a time and events per second, such as ["10m", 500]');
  const time = placeAt(place, value[0], 0, `Time of ${name.toLowerCase()}`);
  const afterMs = durationOf(time, 0);
  const eps = numberOf(placeAt(place, value[1], 1, `Rate of ${name.toLowerCase()}`), 0, MAX_RATE);
  if (afterMs !== undefined && afterMs < earliestMs)
    return issue(time, 'must not be before the time of the stage above it');
  return afterMs === undefined || eps === undefined ? undefined : [afterMs, eps];
}

/** Whether the rate is above 0 for some time: at the end, or before or after a stage at another time. */
const hasEvents = (stages: readonly Stage[]): boolean =>
  stages.some(([afterMs, eps], index) => {
    const [before, after] = [stages[index - 1], stages[index + 1]];
    return (
      eps > 0 && ((before !== undefined && before[0] < afterMs) || after === undefined || after[0] > afterMs)
    );
  });

const KEYS = ['every', 'at', 'for', 'times', 'rest', 'jitter'] as const;

type Members = { readonly [Key in (typeof KEYS)[number]]?: TimeSetting };

/** Bursts: a factor for a while, every so often or at the times of a cron expression. */
export function burstOf(place: TimeSetting): Burst | undefined {
  const members = membersOf(place, KEYS, '{"every": "7m", "for": "20s", "times": 8}');
  if (members === undefined) return undefined;
  const begin = members.every === undefined ? cronOf(place, members) : everyOf(place, members.every, members);
  const length = members.for ?? issue(place, 'must have for, such as "20s"');
  const forMs = length && durationOf(length, 1);
  const factors = factorsOf(place, members);
  if (begin === undefined || length === undefined || forMs === undefined || factors === undefined)
    return undefined;
  const burst = { ...begin, forMs, ...factors };
  return 'everyMs' in burst && !fits(length, burst) ? undefined : burst;
}

/** Whether a burst ends before the next, and leaves time for events. */
function fits(length: TimeSetting, { everyMs, forMs, times }: Extract<Burst, { everyMs: number }>): boolean {
  if (forMs > everyMs) issue(length, `must be at most every (${durationText(everyMs)})`);
  else if (forMs === everyMs && times === 0)
    issue(length, `must be shorter than every if times is 0: ${NEVER}`);
  else return true;
  return false;
}

function everyOf(
  place: TimeSetting,
  every: TimeSetting,
  { at, jitter }: Members,
): { readonly everyMs: number; readonly jitter?: number } | undefined {
  if (at !== undefined) return issue(place, 'must have every or at, not both');
  const everyMs = durationOf(every, MIN_PERIOD_MS);
  const share = jitter === undefined ? 0 : numberOf(jitter, 0, 1);
  if (everyMs === undefined || share === undefined) return undefined;
  return share === 0 ? { everyMs } : { everyMs, jitter: share };
}

function cronOf(place: TimeSetting, { at, jitter }: Members): { readonly at: string } | undefined {
  if (at === undefined) return issue(place, 'must have every, such as "7m", or at, such as "0 2 * * *"');
  if (jitter !== undefined)
    return issue(jitter, 'only applies with every. Remove it, or use every in place of at');
  const text = typeof at.value === 'string' ? at.value.trim() : '';
  return valueOf(at, readCron(text)) === undefined ? undefined : { at: text };
}

function factorsOf(
  place: TimeSetting,
  members: Members,
): { readonly times: number; readonly rest?: number } | undefined {
  const times =
    members.times === undefined
      ? issue(place, 'must have times, the factor during a burst, such as 8')
      : numberOf(members.times, 0, MAX_FACTOR);
  const rest = members.rest === undefined ? 1 : numberOf(members.rest, 0, MAX_FACTOR);
  if (times === undefined || rest === undefined) return undefined;
  if (times === 0 && rest === 0) return issue(place, `must have times or rest above 0: ${NEVER}`);
  return rest === 1 ? { times } : { times, rest };
}

const DAY_MS = 86_400_000;

/** The longest holiday. Longer ones could close the year. */
const MAX_MS = 31 * DAY_MS;

/** A holiday: a date without events, or the factor from its midnight on. */
export function holidayOf(place: TimeSetting): Holiday | undefined {
  if (typeof place.value === 'string') {
    const on = onOf(place);
    return on === undefined ? undefined : { on, forMs: DAY_MS, times: 0 };
  }
  const members = membersOf(place, ['on', 'for', 'times'], '{"on": "12-24", "times": 0.5}, or a date');
  if (members === undefined) return undefined;
  const on =
    members.on === undefined
      ? issue(place, 'must have on, a date such as "2026-12-24", or "12-24" for every year')
      : onOf(members.on);
  const forMs = members.for === undefined ? DAY_MS : lengthOf(members.for);
  const times = members.times === undefined ? 0 : numberOf(members.times, 0, MAX_FACTOR);
  return on === undefined || forMs === undefined || times === undefined ? undefined : { on, forMs, times };
}

function onOf(place: TimeSetting): string | undefined {
  const text = typeof place.value === 'string' ? place.value.trim() : '';
  if (!DATE.test(text)) return issue(place, 'must be a date such as "2026-12-24", or "12-24" for every year');
  return readDate(text) === undefined ? issue(place, 'must be a date that exists') : text;
}

function lengthOf(place: TimeSetting): number | undefined {
  const ms = durationOf(place, 1);
  return ms === undefined || ms <= MAX_MS ? ms : issue(place, `must be at most ${durationText(MAX_MS)}`);
}
