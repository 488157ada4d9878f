import { eventTimes, type Extent } from '../generators/kernels/engine/rows.ts';
import type { Recording } from '../model/recording.ts';
import type { Field } from '../model/schema.ts';
import { draw, drawKey, mix } from '../numeric/random.ts';
import { later } from '../recording/stamp.ts';
import type { Batch } from './batch.ts';
import { newLines } from './fault-lines.ts';
import { jsonPath, type JsonPath, memberAt } from './json-members.ts';

/** Texts with as many letters and digits are ids that differ by chance: UUIDs, and ids of traces. */
const RANDOM_LENGTH = 16;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/**
 * The id of a row in a further pass, as JSON: the same for the same id in the same pass, and another one in every other pass. Numbers grow
 * by `step` per pass, short texts get the number of the pass, and long ones other letters and digits.
 *
 * @param pass from 1
 */
function newId(json: string, pass: number, step: number): string {
  if (!json.startsWith('"'))
    return /^-?\d+$/.test(json) ? String(BigInt(json) + BigInt(pass) * BigInt(step)) : json;
  const text = json.slice(1, -1);
  if (text === '') return json;
  const isRandom = text.replace(/[^\da-z]/gi, '').length >= RANDOM_LENGTH && !text.includes('\\');
  return isRandom ? `"${scrambled(text, pass)}"` : `"${text}-${pass + 1}"`;
}

/** A text with other letters and digits at the same places. */
function scrambled(text: string, pass: number): string {
  const { key, odd } = drawKey(text, pass);
  const isHex = /^[\da-f]*$/i.test(text.replace(/[^\da-z]/gi, ''));
  const isUuid = UUID.test(text);
  return text.replaceAll(/[\da-z]/gi, (letter, at: number) => {
    // The version and the variant of a UUID stay.
    if (isUuid && (at === 14 || at === 19)) return letter;
    const letters = isHex ? HEX : /\d/.test(letter) ? DIGITS : LETTERS;
    const drawn = letters[(draw(mix(at + 1), mix(~at), key, odd) >>> 0) % letters.length] ?? letter;
    return letter === letter.toLowerCase() ? drawn : drawn.toUpperCase();
  });
}

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Writes the rows of a recording, and no more than it has. Each has the event time of its turn, if event times are computed: all its times
 * move by as much as its own. Times of the clock change no row, and a further pass goes on where the one before ended.
 *
 * @param fields hidden ones are left out
 */
export function recordedRows(
  fields: readonly Field[],
  recording: Recording,
): { fill(batch: Batch, extent: Extent): Batch } {
  const { rows, loops, periodMs, partOf, time, isOrdered = false } = recording;
  const rowsInAll = loops ? Infinity : rows;
  const change = changer(recording);
  const chosen = isOrdered || fields.some(isPartial) ? chooser(fields) : undefined;
  const encode = newEncoder();
  return {
    fill(batch, extent) {
      const lines = newLines(batch, extent);
      const isTimed = time !== undefined && 'put' in extent.time;
      const numbers = rowNumbers(extent, rowsInAll);
      let ms: Float64Array | undefined;
      for (const [r, row] of numbers.entries()) {
        const i = r % CHUNK;
        if (isTimed && i === 0) ms = eventTimes(chunkOf(extent, r, numbers.length));
        const place = row % rows;
        const pass = Math.floor(row / rows);
        const part = partOf(place);
        const line = part.lines[place - part.first] ?? '';
        const byMs =
          ms === undefined
            ? pass * periodMs - (extent.delayMs ?? 0)
            : (ms[i] ?? NaN) - (part.times()[place - part.first] ?? NaN);
        const changed = change(line, byMs, pass);
        if (!lines.add({ bytes: encode(chosen === undefined ? changed : chosen(changed)) })) break;
      }
      recording.check();
      return lines.done();
    },
  };
}

/** Rows whose times are put together: no more than the parts that are remembered. */
const CHUNK = 1024;

/** The part of an extent from its row `r` on. */
const chunkOf = (extent: Extent, r: number, count: number): Extent => ({
  ...extent,
  count: Math.min(CHUNK, count - r),
  ...(extent.rows === undefined
    ? { first: extent.first + r * (extent.step ?? 1) }
    : { rows: extent.rows.subarray(r) }),
});

/** The numbers of the rows of an extent that exist. */
function rowNumbers({ first, step = 1, rows, count }: Extent, end: number): readonly number[] {
  const all = Array.from({ length: count }, (_, r) => rows?.[r] ?? first + r * step);
  return all.filter((row) => row < end);
}

/** Writes times and ids of a row anew, where they change. */
function changer({ times, newIds, idStep }: Recording): (line: string, byMs: number, pass: number) => string {
  const timePaths = times.map(({ path }) => jsonPath(path));
  const idPaths = newIds.map(jsonPath);
  return (line, byMs, pass) => {
    let text = line;
    if (byMs !== 0) text = replaced(text, timePaths, (json) => later(json, byMs));
    return pass === 0 ? text : replaced(text, idPaths, (json) => newId(json, pass, idStep));
  };
}

function replaced(line: string, paths: readonly JsonPath[], make: (json: string) => string): string {
  let text = line;
  for (const path of paths) {
    const member = memberAt(text, path);
    if (member !== undefined)
      text =
        text.slice(0, member.start) + make(text.slice(member.start, member.end)) + text.slice(member.end);
  }
  return text;
}

/** Whether something of a field is left out. */
const isPartial = ({ hidden, fields = [] }: Field): boolean => hidden === true || fields.some(isPartial);

/** Writes the members of a row that are not hidden, in the order of the fields. */
function chooser(fields: readonly Field[]): (line: string) => string {
  const members = fields
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, fields: inner }) => ({
      path: jsonPath([name]),
      name: JSON.stringify(name),
      of: inner === undefined ? undefined : chooser(inner),
    }));
  return (line) => {
    const found = members.flatMap(({ path, name, of }) => {
      const member = memberAt(line, path);
      if (member === undefined) return [];
      const json = line.slice(member.start, member.end);
      return [`${name}:${of === undefined || !json.startsWith('{') ? json : of(json)}`];
    });
    return `{${found.join(',')}}`;
  };
}

/** Encodes lines, each into the same memory. */
function newEncoder(): (line: string) => Uint8Array {
  const encoder = new TextEncoder();
  let memory = new Uint8Array(0);
  return (line) => {
    // At most three bytes for each unit of UTF-16, and the newline.
    const most = line.length * 3 + 1;
    if (memory.length < most) memory = new Uint8Array(most * 2);
    const { written } = encoder.encodeInto(line, memory);
    memory[written] = 0x0a;
    return memory.subarray(0, written + 1);
  };
}
