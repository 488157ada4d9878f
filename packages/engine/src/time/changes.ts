import type { Zone } from '../model/zone.ts';
import type { Issue, Result } from '../model/issue.ts';
import { isObject } from '../model/json.ts';
import { MAX_POINTS, MAX_RATE, peakOf } from './bounds.ts';
import { instantText, readInstant } from './instant.ts';
import {
  elementsOf,
  membersOf,
  numberOf,
  placeAt,
  issue,
  textOf,
  valueOf,
  type TimeSetting,
} from './place.ts';
import { rateOf } from './rate.ts';
import type { Rate, RateChange, Timing } from './timing.ts';

/** The stream whose rate changes. Undefined where its own settings are not valid. */
export interface ChangingStream {
  readonly nowMs: number;
  readonly fromMs: number | undefined;
  readonly toMs: number | null | undefined;
  readonly eps: number;
  /** What `eps` and the numbers of changes count: events, or journeys that start. */
  readonly unit?: Timing['unit'];
  readonly rate: Rate | undefined;
  /** Undefined: UTC. */
  readonly zone?: Zone | undefined;
}

/**
 * Changes of a rate: pairs of an instant and events per second, a rate, `planned` or an incident that began, in order of time within the
 * stream.
 */
export function changesOf(place: TimeSetting | undefined, stream: ChangingStream): readonly RateChange[] {
  if (place === undefined) return [];
  const elements = elementsOf(place, { most: MAX_POINTS, noun: 'changes' }) ?? [];
  const changes: RateChange[] = [];
  for (const [index, element] of elements.entries()) {
    const pair = placeAt(place, element, index, `Change ${index + 1}`);
    const change = changeOf(pair, changes.at(-1), stream);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

function changeOf(
  place: TimeSetting,
  previous: RateChange | undefined,
  stream: ChangingStream,
): RateChange | undefined {
  const { value, name } = place;
  if (!Array.isArray(value) || value.length !== 2)
    return issue(place, 'must be a pair of an instant and a rate, such as ["2026-11-20T08:30:00Z", 500]');
  const time = placeAt(place, value[0], 0, `Time of ${name.toLowerCase()}`);
  const atMs = valueOf(time, readInstant(textOf(time), stream.nowMs));
  const changed = changedOf(placeAt(place, value[1], 1, `Rate of ${name.toLowerCase()}`), previous, stream);
  if (atMs === undefined || changed === undefined) return undefined;
  return isInOrder(time, atMs, previous, stream) ? { atMs, ...changed } : undefined;
}

/** What a rate changes to, or the incident that began. */
function changedOf(
  place: TimeSetting,
  previous: RateChange | undefined,
  stream: ChangingStream,
): Omit<RateChange, 'atMs'> | undefined {
  if (isObject(place.value) && 'incident' in place.value) {
    const incident = incidentOf(place);
    return incident && { to: previous?.to ?? 'planned', incident };
  }
  const to = targetOf(place, stream);
  return to === undefined ? undefined : { to };
}

/** An incident that began: `{"incident": "sale", "forMs": 600000}`. */
function incidentOf(place: TimeSetting): RateChange['incident'] {
  const { incident, forMs } = membersOf(place, ['incident', 'forMs'], INCIDENT) ?? {};
  const name = incident?.value;
  const lasts = forMs?.value;
  return typeof name === 'string' && Number.isSafeInteger(lasts) && Number(lasts) > 0
    ? { name, forMs: Number(lasts) }
    : issue(place, `must have a name and milliseconds above 0, such as ${INCIDENT}`);
}

const INCIDENT = '{"incident": "sale", "forMs": 600000}';

function isInOrder(
  time: TimeSetting,
  atMs: number,
  previous: RateChange | undefined,
  { fromMs = -Infinity, toMs }: ChangingStream,
): boolean {
  if (atMs < fromMs) issue(time, `must not be before from (${instantText(fromMs)})`);
  else if (previous !== undefined && atMs < previous.atMs)
    issue(time, `must not be before the change above it (${instantText(previous.atMs)})`);
  else if (typeof toMs === 'number' && atMs >= toMs)
    issue(time, `must be before the end of the stream (${instantText(toMs)})`);
  else return true;
  return false;
}

/** What a rate changes to, or all issues with it. */
export type RateTargetResult = Result<{ readonly to: RateChange['to'] }>;

/**
 * Reads what a rate changes to: events per second, or journeys per second if the stream counts them; a rate as `parseRate` reads
 * it; or `planned`. `{eps: 5}` and `{starts: 5}` name the unit. Never throws.
 */
export function parseRateTarget(
  value: unknown,
  stream: Pick<ChangingStream, 'rate' | 'eps' | 'unit' | 'zone'>,
): RateTargetResult {
  const issues: Issue[] = [];
  const place = inUnit({ value, path: [], name: 'rate', issues }, stream);
  const to = place && targetOf(place, stream);
  return to === undefined || issues.length > 0 ? { ok: false, issues } : { ok: true, to };
}

/** The number of `{eps: 5}` or `{starts: 5}`, at its place; any other value as it is. */
function inUnit(place: TimeSetting, { unit }: Pick<ChangingStream, 'unit'>): TimeSetting | undefined {
  const { value } = place;
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [name, number] = members.length === 1 ? (members[0] ?? []) : [];
  if (name !== 'eps' && name !== 'starts') return place;
  const own = placeAt(place, number, name);
  if ((name === 'starts') === (unit === 'starts')) return own;
  return unit === 'starts'
    ? issue(own, 'does not apply: the rate of this stream is in journeys per second. Use starts')
    : issue(own, 'does not apply: the rate of this stream is in events per second. Use eps');
}

function targetOf(
  place: TimeSetting,
  { rate, eps, zone }: Pick<ChangingStream, 'rate' | 'eps' | 'zone'>,
): RateChange['to'] | undefined {
  if (place.value === 'planned') return place.value;
  if (typeof place.value === 'string' || typeof place.value === 'object') return rateOf(place, { eps, zone });
  const number = numberOf(place, 0, MAX_RATE);
  if (number === undefined) return undefined;
  const { stages: _, ...factors } = rate ?? {};
  const most = MAX_RATE / peakOf(factors, 1);
  return number <= most
    ? number
    : issue(place, `must be at most ${most.toLocaleString('en')}: the factors of rate multiply it`);
}
