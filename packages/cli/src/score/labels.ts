import { isObject, messagesOf, readDuration } from '@catbird/engine';
import type { Incident } from './judge.ts';
import { labelsOf, objectIn, RecordError, timed, type PlacedRecord } from './records.ts';

/** Windows of one series, with where they were read. */
type Read = Incident & { readonly stream: string; readonly occurrence: unknown; readonly place: string };

/**
 * Incidents: records with `from` and `to`, or windows of the Numenta Anomaly Benchmark. Windows of one occurrence in several streams are
 * one.
 *
 * @param stream only windows of this stream, or this series of the benchmark. Default: all
 * @throws RecordError
 */
export function incidentsIn(
  records: readonly PlacedRecord[],
  file: string,
  stream?: string,
): readonly Incident[] {
  const scored = records.filter(({ values: { skipped } }) => typeof skipped !== 'string');
  if (scored.length === 0 && records.length > 0)
    throw new RecordError(`${file}: all windows are skipped: ${String(records[0]?.values['skipped'])}`);
  const all = scored.flatMap((record) =>
    isBenchmark(record) ? benchmarkWindows(record, stream) : [incidentOf(record)],
  );
  if (all.length === 0)
    throw new RecordError(
      `${file}: no windows. Give lines such as {"incident": "outage", "from": "2026-11-20T12:00:00Z", "to": "2026-11-20T12:10:00Z"}`,
    );
  const chosen = stream === undefined ? all : all.filter((each) => each.stream === stream);
  if (chosen.length === 0)
    throw new RecordError(
      `${file}: no stream ${stream}. Streams: ${[...new Set(all.map((each) => each.stream))].join(', ')}`,
    );
  return joined(chosen);
}

/** An occurrence has the windows of all its streams. */
function joined(all: readonly Read[]): readonly Incident[] {
  const found = new Map<unknown, Read>();
  for (const each of all) {
    const key = each.occurrence === undefined ? each : JSON.stringify([each.name, each.occurrence]);
    const before = found.get(key);
    if (before !== undefined && JSON.stringify(before.expected) !== JSON.stringify(each.expected))
      throw new RecordError(
        `${each.place}: expects another alert than ${before.place}, which is the same occurrence. Write the same expect in both`,
      );
    found.set(
      key,
      before === undefined
        ? each
        : {
            ...before,
            fromMs: Math.min(before.fromMs, each.fromMs),
            toMs: Math.max(before.toMs, each.toMs),
            ...(before.affected !== undefined &&
              each.affected !== undefined && { affected: before.affected + each.affected }),
          },
    );
  }
  return [...found.values()].map(
    ({ stream: _stream, occurrence: _occurrence, place: _place, ...incident }) => incident,
  );
}

function incidentOf(record: PlacedRecord): Read {
  const { place } = record;
  const { fromMs, toMs, rest } = timed(record);
  if (!('to' in record.values || 'endsAt' in record.values) || toMs === undefined)
    throw new RecordError(
      `${place}: no end. Name it to or endsAt. ALERTS come after LABELS on the command line`,
    );
  const { incident, occurrence, stream, drawn, rows: _rows, rate: _rate, affected, expect, ...others } = rest;
  const { name, ...shown } = others;
  const changed = Number(affected);
  return {
    name: [incident, name].find((each) => typeof each === 'string') ?? 'incident',
    occurrence,
    stream: typeof stream === 'string' ? stream : '',
    place,
    fromMs,
    toMs,
    drawn: labelsOf(objectIn(drawn) ?? shown),
    ...(affected !== undefined && Number.isInteger(changed) && { affected: changed }),
    ...expectation(expect, `${place}: expect`),
  };
}

function expectation(given: unknown, place: string): Pick<Incident, 'expected' | 'withinMs' | 'clearsMs'> {
  if (given === 'none') return { expected: 'none' };
  if (given === undefined || given === null) return { expected: {} };
  const { alert = {}, within, clears, ...others } = objectIn(given) ?? { no: given };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || !isObject(alert))
    throw new RecordError(
      `${place} must be none, or an object such as {"alert": {"alertname": "Slow"}, "within": "5m", "clears": "5m"}`,
    );
  const time = (name: string, value: unknown): number => {
    const reading = readDuration(String(value));
    if (reading.ok) return reading.value;
    throw new RecordError(`${place}.${name} ${messagesOf(reading.issues).join(', ')}`);
  };
  return {
    expected: labelsOf(alert),
    ...(within !== undefined && { withinMs: time('within', within) }),
    ...(clears !== undefined && { clearsMs: time('clears', clears) }),
  };
}

/** Lists of windows by the name of their series. https://github.com/numenta/NAB/tree/master/labels */
function isBenchmark({ values }: PlacedRecord): boolean {
  const lists = Object.values(values);
  return lists.length > 0 && lists.every((each) => Array.isArray(each));
}

function benchmarkWindows({ values, place }: PlacedRecord, chosen: string | undefined): readonly Read[] {
  const used = Object.entries(values).filter(([, windows]) => Array.isArray(windows) && windows.length > 0);
  if (used.length > 1 && chosen === undefined)
    throw new RecordError(
      `${place}: windows of ${used.length} series. Choose one with --stream, such as --stream ${used[0]?.[0]}`,
    );
  return used.flatMap(([stream, windows]) =>
    [windows].flat().map((window: unknown, i) => {
      const at = `${place}: ${stream}[${i}]`;
      const [from, to] = Array.isArray(window) ? (window as readonly unknown[]) : [];
      if (to === undefined)
        throw new RecordError(`${at} must be a pair of times. NAB has them in combined_windows.json`);
      return incidentOf({ values: { incident: stream, stream, from, to }, place: at });
    }),
  );
}
