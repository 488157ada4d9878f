import { added, digestOf, digestText, NO_ROWS, type Digest } from '../digest/digest.ts';
import { bytes, rate, time, whole } from '../report/words.ts';
import { newSequence, type Sequence } from './sequence.ts';
import type { Reply } from './services.ts';

/** Counts of received rows and requests. */
export interface ReceiveCounts {
  readonly rows: number;
  note(reply: Reply, service: string): void;
  /** Counts a request that was refused. */
  noteRefused(): void;
  /** Progress, in one line. */
  line(): string;
  /** The summary, in aligned columns. */
  summary(): string;
  /** The counts as a JSON object. */
  json(type: 'progress' | 'summary'): string;
}

const decoder = new TextDecoder();

/**
 * Starts counting at zero.
 *
 * @param field a field that increases by 1 from row to row, to find gaps and duplicates
 * @param hasDigest whether to report the digest of rows that are no duplicates, whose numbers begin at 1
 */
export function newReceiveCounts(field: string | undefined, hasDigest = false): ReceiveCounts {
  const sequence = field === undefined ? undefined : newSequence();
  const rowsBy = new Map<string, number>();
  let digest = NO_ROWS;
  let rows = 0;
  let requests = 0;
  let refused = 0;
  let size = 0;
  let firstMs = 0;
  let lastMs = 0;
  const elapsedMs = (): number => Math.max(0, lastMs - firstMs);
  const perSecond = (): number => (elapsedMs() > 0 ? (rows * 1000) / elapsedMs() : 0);

  function request(isRefused: boolean): void {
    lastMs = performance.now();
    if (requests === 0) firstMs = lastMs;
    requests++;
    if (isRefused) refused++;
  }

  return {
    get rows() {
      return rows;
    },
    noteRefused: () => request(true),
    note(reply, service) {
      request(reply.status >= 400);
      rows += reply.rows;
      size += reply.lines.length;
      if (reply.rows > 0) rowsBy.set(service, (rowsBy.get(service) ?? 0) + reply.rows);
      if (sequence !== undefined && field !== undefined)
        for (const { value, line } of valuesOf(reply.lines, field))
          if (sequence.note(value) && hasDigest) digest = added(digest, digestOfRow(line, Number(value) - 1));
    },
    line: () =>
      [
        `${whole(rows)} rows`,
        `${rate(perSecond())}/s`,
        `${whole(requests)} requests`,
        bytes(size),
        ...(sequence === undefined
          ? []
          : [`${whole(sequence.missing)} missing`, `${whole(sequence.duplicates)} duplicates`]),
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
        counts.push(['missing', whole(sequence.missing)], ['duplicates', whole(sequence.duplicates)]);
        if (hasDigest) counts.push(['digest', digestText(digest)]);
        if (sequence.without > 0) counts.push(['no number', whole(sequence.without)]);
        if (sequence.forgottenBelow > 0) counts.push(['unchecked', forgottenText(sequence)]);
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
              unchecked: sequence.unchecked,
              forgottenBelow: sequence.forgottenBelow,
            }),
        ...(hasDigest ? { digest: digestText(digest) } : {}),
      }),
  };
}

const forgottenText = ({ unchecked, forgottenBelow }: Sequence): string =>
  `${whole(unchecked)} below ${whole(forgottenBelow)}: numbers too far apart to remember`;

/** Longest row that is parsed, in bytes. Catbird sends no longer ones. */
const MAX_ROW_BYTES = 2 ** 20;
const NEWLINE = 0x0a;

/** A row's line with its newline, and the value of its field. */
interface FieldOfRow {
  readonly line: Uint8Array;
  readonly value: unknown;
}

/** The field's value of each row, lazily: a body may have millions of short lines. */
function* valuesOf(lines: Uint8Array, field: string): Generator<FieldOfRow> {
  let from = 0;
  for (let end = lines.indexOf(NEWLINE); end >= 0; end = lines.indexOf(NEWLINE, from)) {
    const line = lines.subarray(from, end + 1);
    if (end - from > MAX_ROW_BYTES) yield { line, value: undefined };
    else if (end > from) yield { line, value: valueOf(decoder.decode(lines.subarray(from, end)), field) };
    from = end + 1;
  }
}

const digestOfRow = (line: Uint8Array, row: number): Digest =>
  digestOf({ bytes: line, ends: Uint32Array.of(line.byteLength) }, 0, 1, () => row);

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
