import {
  type Incident,
  invalid,
  type Issue,
  nameHint,
  type RateChange,
  readDuration,
  type Result,
  type Schema,
  type StartedIncident,
  type StreamIncident,
} from '@catbird/engine';
import type { ConfigStream } from './spec.ts';
import type { TimeReading } from './timing.ts';

/** What to start by hand. */
export type StartRequest = Omit<StartedIncident, 'atMs'>;

const EXAMPLE = '{"name": "outage", "for": "10m"}';

/**
 * Reads what to start, such as `{"name": "outage", "for": "10m"}`.
 *
 * @param incidents of the config
 * @param number of the occurrence, below 0: the same in all streams
 */
export function parseStart(
  value: unknown,
  incidents: readonly Incident[],
  number: number,
): Result<{ readonly request: StartRequest }> {
  if (typeof value !== 'object' || value === null) return invalid(`must be an object, such as ${EXAMPLE}`);
  const { name, for: length, ...others } = Object.fromEntries(Object.entries(value));
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return invalid(`Unknown key ${unknown}. Use name and for: ${EXAMPLE}`);
  if (number < -MOST_STARTED) return invalid(`${MOST_STARTED} incidents were started, which is the most`);
  const problem = whyUnknown(String(name), incidents);
  if (problem !== undefined) return invalid(problem);
  const read = readDuration(String(length));
  const forMs = read.ok ? Math.round(read.value) : 0;
  return forMs > 0
    ? { ok: true, request: { name: String(name), number, forMs } }
    : invalid(`for must be a duration above 0, such as ${EXAMPLE}`);
}

/** Starts by hand of a stream: each row looks at all of them. */
const MOST_STARTED = 1000;

/** Why no incident of a config has a name; undefined: one has. */
function whyUnknown(name: string, incidents: readonly Incident[]): string | undefined {
  if (incidents.length === 0) return 'The config has no incidents';
  const names = incidents.map(({ times }) => times.name);
  return names.includes(name) ? undefined : `Unknown incident ${name}. ${nameHint(name, names, 'Incidents')}`;
}

/**
 * Reads the option `started`: what was started by hand in another run.
 *
 * @param schema undefined: it is invalid
 * @param time whose changes of the rate have what is started with one
 */
export function readStarted(
  { options, optionOf }: Pick<ConfigStream, 'options' | 'optionOf'>,
  schema: Pick<Schema, 'incidents'> | undefined,
  time: TimeReading,
): Result<{ readonly started: readonly StartedIncident[] }> {
  const name = optionOf('started');
  const given = options.started ?? [];
  if (Array.isArray(given) && given.length > MOST_STARTED)
    return invalid(
      `${name} must have at most ${MOST_STARTED} starts. Write them as times of the incident: at`,
    );
  if (!Array.isArray(given)) return invalid(`${name} must be a list, as in the summary of another run`);
  const issues: Issue[] = [];
  const started = given.flatMap((each: unknown, n): readonly StartedIncident[] => {
    if (!isStarted(each)) {
      issues.push({
        message: `${name}.${n} must have name, number, atMs and forMs, as in the summary of another run`,
      });
      return [];
    }
    // A schema that is wrong says so itself.
    const { incidents = [] } = schema ?? {};
    const used = incidents.find(({ times }) => times.name === each.name);
    if (schema !== undefined && used === undefined)
      issues.push({ message: `${name}.${n}.name: ${nothingHere(each.name, incidents)}` });
    return [each];
  });
  if (time.ok && !arePaired(started, time.timing?.changes ?? [], schema?.incidents ?? []))
    issues.push({
      message: `Incidents that change the rate must be in both ${name} and ${optionOf('changes')}. Repeat both lists of the summary`,
    });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, started };
}

/** Whether each incident with a rate that was started is a change of the rate, and the opposite. */
function arePaired(
  started: readonly StartedIncident[],
  changes: readonly RateChange[],
  incidents: readonly StreamIncident[],
): boolean {
  const rated = started.filter(({ name }) =>
    incidents.some(({ times, effects }) => times.name === name && effects?.rate !== undefined),
  );
  const begun = changes.flatMap(({ atMs, incident }) => (incident ? [{ atMs, ...incident }] : []));
  const [hands, rates] = [rated, begun].map((list) =>
    list.map(({ name, atMs, forMs }) => JSON.stringify([name, atMs, forMs])).toSorted(),
  );
  return JSON.stringify(hands) === JSON.stringify(rates);
}

/** Whether a value is one of the option `started`. */
export const isStarted = (value: unknown): value is StartedIncident => {
  if (typeof value !== 'object' || value === null) return false;
  const { name, number, atMs, forMs } = Object.fromEntries(Object.entries(value));
  return (
    typeof name === 'string' &&
    Number.isSafeInteger(number) &&
    Number(number) < 0 &&
    Number.isSafeInteger(atMs) &&
    Number.isSafeInteger(forMs) &&
    Number(forMs) > 0
  );
};

/** Says that an incident does nothing in a stream. */
export const nothingHere = (name: string, incidents: NonNullable<Schema['incidents']>): string =>
  `Incident ${name} does nothing in this stream. ${nameHint(
    name,
    incidents.map(({ times }) => times.name),
    'Incidents',
  )}`;
