import { isObject } from '@catbird/engine';
import type { Alert } from './judge.ts';
import { instantOf, labelsOf, objectIn, RecordError, timed, type PlacedRecord } from './records.ts';

/**
 * Alerts: records with a time and labels, webhooks of Alertmanager, or Prometheus's answer to a range query for `ALERTS`. One that is
 * repeated, with the same labels and beginning, counts once; its latest end counts.
 *
 * @throws RecordError
 */
export function alertsIn(records: readonly PlacedRecord[]): readonly Alert[] {
  const found = new Map<string, Alert>();
  for (const alert of records.flatMap(alertsOf)) {
    const key = JSON.stringify([
      alert.fromMs,
      Object.entries(alert.labels).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]);
    const toMs = [found.get(key)?.toMs, alert.toMs].flatMap((each) => each ?? []);
    found.set(key, toMs.length === 0 ? alert : { ...alert, toMs: Math.max(...toMs) });
  }
  return [...found.values()];
}

function alertsOf(record: PlacedRecord): readonly Alert[] {
  const { values, place } = record;
  const { alerts, data } = values;
  if (Array.isArray(alerts))
    return alerts.map((each: unknown, i) =>
      alertOf({ values: objectAt(each, `${place}: alerts[${i}]`), place: `${place}: alerts[${i}]` }),
    );
  return isObject(data) || 'errorType' in values ? series(values, place) : [alertOf(record)];
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new RecordError(`${place} must be an object with startsAt and labels`);
}

function alertOf(record: PlacedRecord): Alert {
  const { fromMs, toMs, rest } = timed(record);
  const { labels, status, ...others } = rest;
  const own = objectIn(labels);
  // The end of one that fires is only when it would be given up.
  const isFiring = status === 'firing' || (isObject(status) && status['state'] === 'active');
  return {
    fromMs,
    toMs: isFiring ? undefined : toMs,
    labels: own === undefined ? labelsOf({ ...others, labels, status }) : labelsOf(own),
  };
}

/** Names that Prometheus adds to the labels of an alert. */
const ADDED = new Set(['__name__', 'alertstate']);

/** The alerts of a matrix. Each stretch of samples without a gap is one. https://prometheus.io/docs/prometheus/latest/querying/api/#range-queries */
function series({ data, error }: Readonly<Record<string, unknown>>, place: string): readonly Alert[] {
  if (typeof error === 'string') throw new RecordError(`${place}: Prometheus failed: ${error}. Query again`);
  const result = isObject(data) && data['resultType'] === 'matrix' ? data['result'] : undefined;
  if (!Array.isArray(result))
    throw new RecordError(
      `${place}: not the answer to a range query. Fetch /api/v1/query_range?query=ALERTS{alertstate="firing"} with start, end and step`,
    );
  const all = result.map((each: unknown, i) => oneSeries(each, `${place}: result[${i}]`));
  const stepMs = all
    .flatMap(({ times }) => times.slice(1).map((ms, i) => ms - (times[i] ?? ms)))
    .reduce((least, each) => Math.min(least, each), Infinity);
  return all
    .filter(({ metric }) => metric['alertstate'] !== 'pending')
    .flatMap(({ metric, times }) =>
      stretches(times, Number.isFinite(stepMs) ? stepMs : 0).map((each) => ({
        ...each,
        labels: withoutAdded(metric),
      })),
    );
}

const withoutAdded = (metric: Readonly<Record<string, unknown>>): Alert['labels'] =>
  labelsOf(Object.fromEntries(Object.entries(metric).filter(([name]) => !ADDED.has(name))));

function oneSeries(
  value: unknown,
  place: string,
): { readonly metric: Readonly<Record<string, unknown>>; readonly times: readonly number[] } {
  const { metric, values } = isObject(value) ? value : {};
  if (!isObject(metric) || !Array.isArray(values))
    throw new RecordError(`${place} must have metric and values, as Prometheus answers`);
  const times = values.map((sample: unknown, i) =>
    instantOf(Array.isArray(sample) ? sample[0] : sample, `${place}.values[${i}]`),
  );
  return { metric, times: times.toSorted((a, b) => a - b) };
}

/** Times that are one step apart, together. Each ends one step after its last time. */
function stretches(times: readonly number[], stepMs: number): readonly { fromMs: number; toMs: number }[] {
  const found: { fromMs: number; toMs: number }[] = [];
  for (const ms of times) {
    const last = found.at(-1);
    // Steps may be off by a rounded millisecond.
    if (last === undefined || ms > last.toMs + 1) found.push({ fromMs: ms, toMs: ms + stepMs });
    else last.toMs = ms + stepMs;
  }
  return found;
}
