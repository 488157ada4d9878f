import type { Issue, Result } from '../model/issue.ts';
import type { ExpectedAlert, Incident, IncidentEffects, IncidentTimes } from '../model/incident.ts';
import { isObject } from '../model/json.ts';
import { nameHint } from '../model/suggestion.ts';
import { MAX_FACTOR } from './bounds.ts';
import { readDuration } from './duration.ts';
import { timesOf, TIMES } from './incident-times.ts';
import {
  durationOf,
  elementsOf,
  entriesOf,
  issue,
  membersOf,
  numberOf,
  placeAt,
  textOf,
  type TimeSetting,
  valueOf,
} from './place.ts';

/** Maximum number of incidents. */
export const MAX_INCIDENTS = 32;

const EFFECTS = ['after', 'where', 'share', 'set', 'rate', 'drop'] as const;
const KEYS = [...TIMES, ...EFFECTS, 'in'] as const;

type Members = { readonly [Key in (typeof KEYS)[number]]?: TimeSetting };

const EXAMPLE = '{"name": "outage", "at": "+1h", "for": "10m", "set": {"status": "503"}}';

/**
 * Reads the incidents of a config. Never throws.
 *
 * @param streams names of the streams; none if the config has a single one without a name
 */
export function parseIncidents(
  value: unknown,
  streams: readonly string[] = [],
): Result<{ readonly incidents: readonly Incident[] }> {
  const issues: Issue[] = [];
  const root = { value, path: ['incidents'], name: 'incidents', issues };
  const elements = elementsOf(root, { most: MAX_INCIDENTS, noun: 'incidents' }) ?? [];
  const incidents = elements.flatMap((each, i) => {
    return incidentOf(placeAt(root, each, i), streams) ?? [];
  });
  const names = new Set<string>();
  for (const [i, { times }] of incidents.entries()) {
    if (names.has(times.name))
      issues.push({
        path: ['incidents', i, 'name'],
        message: `name must differ from those of the others, and ${times.name} is there twice`,
      });
    names.add(times.name);
  }
  return issues.length > 0 ? { ok: false, issues: issues.map(placed) } : { ok: true, incidents };
}

/** An issue whose message begins with its place: `incidents.0.for must be …`. */
function placed({ path = [], message, ...rest }: Issue): Issue {
  const place = path.map(String).join('.');
  const last = String(path.at(-1) ?? '');
  if (message.startsWith('Unknown key ')) return { ...rest, path, message: message.replace(last, place) };
  return {
    ...rest,
    path,
    message: `${place}${message.startsWith(`${last} `) ? message.slice(last.length) : `: ${message}`}`,
  };
}

function incidentOf(place: TimeSetting, streams: readonly string[]): Incident | undefined {
  const before = place.issues.length;
  const members = membersOf(place, KEYS, EXAMPLE);
  if (members === undefined) return undefined;
  const times = timesOf(place, members);
  const expect = members.expect && expectOf(members.expect, times?.draw ?? {});
  const effects = effectsIn(place, members, streams);
  if (place.issues.length > before || times === undefined) return undefined;
  return { times, ...(expect !== undefined && { expect }), in: effects };
}

/** The effects on each stream: beside the times if there is one stream, else under `in`. */
function effectsIn(
  place: TimeSetting,
  members: Members,
  streams: readonly string[],
): Readonly<Record<string, IncidentEffects>> {
  const { in: inside } = members;
  const own = EFFECTS.filter((key) => members[key] !== undefined);
  const [first] = own;
  if (streams.length === 0) {
    if (inside !== undefined)
      issue(inside, 'needs streams with names. Write where, set and others beside name');
    return first === undefined ? {} : { '': effectsOf(place, members) };
  }
  if (first !== undefined)
    issue(
      placeAt(place, undefined, first),
      `must be in the stream that it applies to: {"in": {"${streams[0]}": {"${first}": …}}}`,
    );
  if (inside === undefined) return {};
  const known = membersOf(inside, streams, `{"${streams[0]}": {"set": {"status": "503"}}}`) ?? {};
  return Object.fromEntries(
    Object.entries(known).flatMap(([stream, each]: [string, TimeSetting | undefined]) => {
      const found = each && membersOf(each, EFFECTS, '{"where": "status == 200", "set": {"status": "503"}}');
      return each && found ? [[stream, effectsOf(each, found)] as const] : [];
    }),
  );
}

function effectsOf(place: TimeSetting, members: Members): IncidentEffects {
  const { after, where, share, set, rate, drop } = members;
  const factor = rate && numberOf(rate, 0, MAX_FACTOR);
  checkTogether(place, members);
  return {
    afterMs: (after && durationOf(after, 0)) ?? 0,
    ...(where !== undefined && { where: expressionIn(where) }),
    ...(share !== undefined && { share: shareOf(share) }),
    set: set === undefined ? {} : setOf(set),
    ...(factor !== undefined && { rate: factor }),
    ...(drop?.value === true && { drop: true as const }),
    place: place.path.map(String).join('.'),
  };
}

/** Reports effects that do not fit together. */
function checkTogether(place: TimeSetting, { where, share, set, rate, drop }: Members): void {
  const isSome = where !== undefined || share !== undefined;
  if (rate !== undefined && isSome)
    issue(rate, 'applies to all rows: remove where and share, or give it an incident of its own');
  const drops = drop !== undefined && isTrue(drop);
  if (drops && set !== undefined)
    issue(drop, 'leaves nothing to set: affected rows are never sent. Remove drop or set');
  if (isSome && set === undefined && !drops) issue(place, 'must have set or drop beside where and share');
}

function isTrue(place: TimeSetting): boolean {
  if (typeof place.value !== 'boolean') issue(place, 'must be true or false');
  return place.value === true;
}

function expressionIn(place: TimeSetting): string {
  if (typeof place.value !== 'string') issue(place, 'must be an expression, such as "status == 200"');
  return textOf(place);
}

/** An expression, or a number, which a text may be, too. */
function shareOf(place: TimeSetting): string {
  const { value } = place;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && !Number.isNaN(number)
    ? String(numberOf({ ...place, value: number }, 0, 1) ?? 0)
    : expressionIn(place);
}

function setOf(place: TimeSetting): Readonly<Record<string, string>> {
  const members = entriesOf(place, 'of fields and expressions, such as {"status": "503"}', 1);
  return Object.fromEntries(
    members.map(([name, each]) => {
      if (typeof each === 'object' && each !== null)
        issue(placeAt(place, each, name), 'must be an expression, such as "503" or "status + 1"');
      if (typeof each === 'number' && !Number.isFinite(each))
        issue(placeAt(place, each, name), 'must be a number up to 1.7e308');
      return [name, String(each)];
    }),
  );
}

function expectOf(place: TimeSetting, draw: IncidentTimes['draw']): ExpectedAlert | undefined {
  if (place.value === 'none') return 'none';
  const example = '{"alert": {"alertname": "Slow"}, "within": "5m", "clears": "5m"}';
  if (typeof place.value !== 'object') return issue(place, `must be none, or an object such as ${example}`);
  const { alert, within, clears } = membersOf(place, ['alert', 'within', 'clears'], example) ?? {};
  for (const each of [within, clears]) if (each !== undefined) valueOf(each, readDuration(textOf(each)));
  return {
    ...(alert !== undefined && { alert: labelsOf(alert, draw) }),
    ...(within !== undefined && { within: textOf(within) }),
    ...(clears !== undefined && { clears: textOf(clears) }),
  };
}

function labelsOf(place: TimeSetting, draw: IncidentTimes['draw']): Readonly<Record<string, string>> {
  const members = entriesOf(place, 'of labels, such as {"alertname": "Slow"}');
  return Object.fromEntries(
    members.map(([name, each]) => {
      const at = placeAt(place, each, name);
      if (typeof each === 'object') issue(at, 'must be a text');
      const [, drawn] = /^drawn\.(\w+)$/.exec(textOf(at)) ?? [];
      if (drawn !== undefined && !Object.hasOwn(draw, drawn))
        issue(at, `must name a value of draw. ${nameHint(drawn, Object.keys(draw), 'Drawn')}`);
      return [name, String(each)];
    }),
  );
}

/** The incidents of a config whose only stream gets a name: their effects are those on this stream. Others are as they were. */
export const underStream = (incidents: unknown, stream: string): unknown =>
  Array.isArray(incidents)
    ? incidents.map((each: unknown) => (isObject(each) ? moved(each, stream) : each))
    : incidents;

function moved(incident: Readonly<Record<string, unknown>>, stream: string): object {
  const isEffect = ([key]: readonly [string, unknown]): boolean => EFFECTS.some((each) => each === key);
  const all = Object.entries(incident);
  const effects = all.filter(isEffect);
  const others = Object.fromEntries(all.filter((each) => !isEffect(each)));
  return effects.length === 0 ? others : { ...others, in: { [stream]: Object.fromEntries(effects) } };
}
