import { jsonOf } from '@catbird/engine';
import { added, digestOf, digestText, NO_ROWS, type Digest } from '../digest/digest.ts';
import { bytes, rate, time, whole } from '../report/words.ts';
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
  return Object.entries(jsonOf(line) ?? {}).find(([name]) => name === field)?.[1];
}

/** Finds gaps and duplicates in whole numbers that should increase by 1, in any order. */
interface Sequence {
  /**
   * Adds a row's number. Anything but a whole number of at least 0 counts as a row without one.
   *
   * @returns whether it is new
   */
  note(value: unknown): boolean;
  readonly duplicates: number;
  /** Missing numbers between the smallest and the largest. */
  readonly missing: number;
  readonly without: number;
  /** Numbers below this were forgotten, to bound memory. 0 if none were. */
  readonly forgottenBelow: number;
  /** Rows with forgotten numbers: each may fill a gap or be a duplicate. */
  readonly unchecked: number;
}

const WORD_BITS = 32;
const PAGE_BITS = 65_536;

/** Maximum number of partly filled pages: 32 MiB, for numbers spread over 268 million. */
const MAX_PAGES = 4096;

/** A page and how many of its bits are set. A full page needs no bits. */
interface Page {
  readonly bits: Uint32Array | undefined;
  count: number;
}

const FULL: Page = { bits: undefined, count: PAGE_BITS };

/** A sequence stored as bits: 8 KiB for 65,536 numbers of which some are missing. Beyond `mostPages` of these, the lowest are forgotten. */
export function newSequence(mostPages = MAX_PAGES): Sequence {
  const pages = new Map<number, Page>();
  let partial = 0;
  let forgottenBelow = 0;
  let least = Infinity;
  let greatest = -Infinity;
  let distinct = 0;
  let duplicates = 0;
  let without = 0;
  let unchecked = 0;

  /** Forgets the lowest eighth of the pages. Forgetting single pages would scan all of them for each row. */
  function forgetLowest(): void {
    const kept = [...pages].filter(([, page]) => page !== FULL).sort(([a], [b]) => a - b);
    const forgotten = Math.ceil(kept.length / 8);
    const end = (kept[forgotten - 1]?.[0] ?? 0) + 1;
    for (const index of pages.keys()) if (index < end) pages.delete(index);
    forgottenBelow = end * PAGE_BITS;
    partial -= forgotten;
  }

  function pageOf(index: number): Page {
    const known = pages.get(index);
    if (known !== undefined) return known;
    const page = { bits: new Uint32Array(PAGE_BITS / WORD_BITS), count: 0 };
    pages.set(index, page);
    partial++;
    return page;
  }

  /** Marks a number; false if it was marked before. */
  function mark(value: number): boolean {
    const index = Math.floor(value / PAGE_BITS);
    const page = pageOf(index);
    if (page.bits === undefined) return false;
    const place = value % PAGE_BITS;
    const word = Math.floor(place / WORD_BITS);
    const bit = 1 << (place % WORD_BITS);
    const bits = page.bits[word] ?? 0;
    if ((bits & bit) !== 0) return false;
    page.bits[word] = bits | bit;
    page.count++;
    if (page.count === PAGE_BITS) {
      pages.set(index, FULL);
      partial--;
    } else if (partial > mostPages) forgetLowest();
    return true;
  }

  return {
    note(value) {
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) without++;
      else if (value < forgottenBelow) unchecked++;
      else if (mark(value)) {
        distinct++;
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
        return true;
      } else duplicates++;
      return false;
    },
    get duplicates() {
      return duplicates;
    },
    get missing() {
      return distinct === 0 ? 0 : greatest - least + 1 - distinct;
    },
    get without() {
      return without;
    },
    get forgottenBelow() {
      return forgottenBelow;
    },
    get unchecked() {
      return unchecked;
    },
  };
}
