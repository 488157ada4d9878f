import { bytes, rate, time, whole } from '../report/words.ts';
import { newSequence } from './sequence.ts';
import type { Taken } from './service.ts';

/** What arrived so far. */
export interface Received {
  readonly rows: number;
  note(taken: Taken, service: string): void;
  /** How it goes, in a line. */
  line(): string;
  /** How it went, in aligned columns. */
  summary(): string;
  /** The same as a JSON object. */
  json(type: 'progress' | 'summary'): string;
}

const decoder = new TextDecoder();

/**
 * Counts what arrives.
 *
 * @param field the rows' field that counts up, to find gaps and duplicates by
 */
export function newReceived(field: string | undefined): Received {
  const sequence = field === undefined ? undefined : newSequence();
  const rowsBy = new Map<string, number>();
  let rows = 0;
  let requests = 0;
  let refused = 0;
  let size = 0;
  let firstMs = 0;
  let lastMs = 0;
  const elapsedMs = (): number => Math.max(0, lastMs - firstMs);
  const perSecond = (): number => (elapsedMs() > 0 ? (rows * 1000) / elapsedMs() : 0);

  return {
    get rows() {
      return rows;
    },
    note(taken, service) {
      lastMs = performance.now();
      if (requests === 0) firstMs = lastMs;
      requests++;
      if (taken.status >= 400) refused++;
      rows += taken.rows;
      size += taken.lines.length;
      if (taken.rows > 0) rowsBy.set(service, (rowsBy.get(service) ?? 0) + taken.rows);
      if (sequence !== undefined && field !== undefined)
        for (const value of valuesOf(taken.lines, field)) sequence.note(value);
    },
    line: () =>
      [
        `${whole(rows)} rows`,
        `${rate(perSecond())}/s`,
        `${whole(requests)} requests`,
        bytes(size),
        ...(sequence === undefined
          ? []
          : [`${whole(sequence.missing)} missing`, `${whole(sequence.duplicates)} twice`]),
      ].join(' · '),
    summary() {
      const counts: [string, string][] = [
        ['rows', whole(rows)],
        ...[...rowsBy].map(([name, count]): [string, string] => [`  by ${name}`, whole(count)]),
        ['requests', `${whole(requests)}${refused === 0 ? '' : `, ${whole(refused)} refused`}`],
        ['bytes', bytes(size)],
        ['rate', `${rate(perSecond())}/s over ${time(elapsedMs())}`],
      ];
      if (sequence !== undefined) {
        counts.push(['missing', whole(sequence.missing)], ['twice', whole(sequence.duplicates)]);
        if (sequence.without > 0) counts.push(['without', whole(sequence.without)]);
      }
      return counts.map(([name, value]) => `  ${name.padEnd(14)}${value}`).join('\n');
    },
    json: (type) =>
      JSON.stringify({
        type,
        rows,
        rowsBy: Object.fromEntries(rowsBy),
        requests,
        refused,
        bytes: size,
        elapsedMs: elapsedMs(),
        perSecond: perSecond(),
        ...(sequence === undefined
          ? {}
          : {
              missing: sequence.missing,
              duplicates: sequence.duplicates,
              without: sequence.without,
            }),
      }),
  };
}

function* valuesOf(lines: Uint8Array, field: string): Generator {
  for (const line of decoder.decode(lines).split('\n')) {
    if (line === '') continue;
    yield valueOf(line, field);
  }
}

function valueOf(line: string, field: string): unknown {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null
      ? Object.entries(row).find(([name]) => name === field)?.[1]
      : undefined;
  } catch {
    return undefined;
  }
}
