import { MAX_FACTOR, MIN_PERIOD_MS, NEVER } from './bounds.ts';
import { readCron } from './cron.ts';
import { durationText } from './duration.ts';
import { durationOf, membersOf, numberOf, problem, valueOf, type Place } from './place.ts';
import type { Burst } from './timing.ts';

const KEYS = ['every', 'at', 'for', 'times', 'rest', 'jitter'] as const;

type Members = { readonly [Key in (typeof KEYS)[number]]?: Place };

/** Bursts: a factor for a while, every so often or at the times of a cron expression. */
export function burstOf(place: Place): Burst | undefined {
  const members = membersOf(place, KEYS, '{"every": "7m", "for": "20s", "times": 8}');
  if (members === undefined) return undefined;
  const begin = members.every === undefined ? cronOf(place, members) : everyOf(place, members.every, members);
  const length = members.for ?? problem(place, 'must have for, such as "20s"');
  const forMs = length && durationOf(length, 1);
  const factors = factorsOf(place, members);
  if (begin === undefined || length === undefined || forMs === undefined || factors === undefined)
    return undefined;
  const burst = { ...begin, forMs, ...factors };
  return 'everyMs' in burst && !fits(length, burst) ? undefined : burst;
}

/** Whether a burst ends before the next, and leaves time for events. */
function fits(length: Place, { everyMs, forMs, times }: Extract<Burst, { everyMs: number }>): boolean {
  if (forMs > everyMs) problem(length, `must be at most every (${durationText(everyMs)})`);
  else if (forMs === everyMs && times === 0)
    problem(length, `must be shorter than every if times is 0: ${NEVER}`);
  else return true;
  return false;
}

function everyOf(
  place: Place,
  every: Place,
  { at, jitter }: Members,
): { readonly everyMs: number; readonly jitter?: number } | undefined {
  if (at !== undefined) return problem(place, 'must have every or at, not both');
  const everyMs = durationOf(every, MIN_PERIOD_MS);
  const share = jitter === undefined ? 0 : numberOf(jitter, 0, 1);
  if (everyMs === undefined || share === undefined) return undefined;
  return share === 0 ? { everyMs } : { everyMs, jitter: share };
}

function cronOf(place: Place, { at, jitter }: Members): { readonly at: string } | undefined {
  if (at === undefined) return problem(place, 'must have every, such as "7m", or at, such as "0 2 * * *"');
  if (jitter !== undefined)
    return problem(jitter, 'only applies with every. Remove it, or use every in place of at');
  const text = typeof at.value === 'string' ? at.value.trim() : '';
  return valueOf(at, readCron(text)) === undefined ? undefined : { at: text };
}

function factorsOf(
  place: Place,
  members: Members,
): { readonly times: number; readonly rest?: number } | undefined {
  const times =
    members.times === undefined
      ? problem(place, 'must have times, the factor during a burst, such as 8')
      : numberOf(members.times, 0, MAX_FACTOR);
  const rest = members.rest === undefined ? 1 : numberOf(members.rest, 0, MAX_FACTOR);
  if (times === undefined || rest === undefined) return undefined;
  if (times === 0 && rest === 0) return problem(place, `must have times or rest above 0: ${NEVER}`);
  return rest === 1 ? { times } : { times, rest };
}
