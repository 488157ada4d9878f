import type { RowRange } from '@catbird/formats';
import type { IncomingHttpHeaders } from 'node:http';
import { bytesIn, etagOf, modifiedMs, type LakeObject } from './lake.ts';
import type { Cache } from './cache.ts';
import type { ComputeColumn } from './pool.ts';
import { S3Error } from './xml.ts';

/** Bytes of an object, from a place to the one behind the last. */
export interface ByteRange {
  readonly from: number;
  readonly end: number;
}

/**
 * The range that a request asks for; undefined: the whole object, as for several ranges. https://www.rfc-editor.org/rfc/rfc9110#name-range
 *
 * @throws S3Error if the object has no such bytes
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first + last === '' || Number(last || Infinity) < Number(first)) return undefined;
  const [from, end] =
    first === ''
      ? [Math.max(0, size - Number(last)), size]
      : [Number(first), Math.min(size, Number(last || Infinity) + 1)];
  if (from >= end) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable');
  return { from, end };
}

/** Whether a request wants the object as it is: 304 or 412 if not. https://www.rfc-editor.org/rfc/rfc9110#name-precedence-of-preconditions */
export function conditionOf(headers: IncomingHttpHeaders, object: LakeObject): 200 | 304 | 412 {
  const etag = etagOf(object);
  const seconds = Math.floor(modifiedMs(object) / 1000);
  const names = (list: string): boolean =>
    list.trim() === '*' || list.split(',').some((each) => unquoted(each) === unquoted(etag));
  const since = (text: string | undefined): number => Math.floor(Date.parse(text ?? '') / 1000);
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match === undefined ? since(headers['if-unmodified-since']) < seconds : !names(match)) return 412;
  if (noneMatch === undefined ? since(headers['if-modified-since']) >= seconds : names(noneMatch)) return 304;
  return 200;
}

const unquoted = (tag: string): string => tag.trim().replace(/^W\//, '').replaceAll('"', '');

/** Whether a range is only wanted of an object that has changed since: then all of it is. */
export const isRangeStale = (header: string | undefined, object: LakeObject): boolean =>
  header !== undefined &&
  (/^\s*(?:W\/)?"/.test(header)
    ? header.trim() !== etagOf(object)
    : !(Date.parse(header) >= Math.floor(modifiedMs(object) / 1000) * 1000));

/** Columns that are computed ahead of the one that is sent. */
const AHEAD = 4;

/** Where the bytes of objects come from. */
export interface Source {
  readonly compute: ComputeColumn;
  readonly cache: Cache;
}

/** A piece of an object, where it stands in it. */
interface Piece {
  readonly at: number;
  readonly bytes: () => Promise<Uint8Array> | Uint8Array;
}

/** The bytes of a range, piece by piece. @throws Error if a column cannot be computed */
export async function* bytesOf(
  object: LakeObject,
  range: ByteRange,
  from: Source,
): AsyncGenerator<Uint8Array> {
  const ahead: { readonly at: number; readonly bytes: Promise<Uint8Array> }[] = [];
  const take = async ({ at, bytes }: { at: number; bytes: Promise<Uint8Array> }): Promise<Uint8Array> => {
    const all = await bytes;
    return all.subarray(Math.max(0, range.from - at), Math.max(0, range.end - at));
  };
  for (const { at, bytes } of piecesIn(object, range, from)) {
    const coming = Promise.resolve(bytes());
    // Its error comes when it is taken.
    coming.catch(() => undefined);
    ahead.push({ at, bytes: coming });
    const [first] = ahead.length > AHEAD ? ahead.splice(0, 1) : [];
    if (first !== undefined) yield take(first);
  }
  for (const each of ahead) yield take(each);
}

const MARK = Buffer.from('PAR1');

/** The pieces of an object that a range touches. */
function* piecesIn(
  object: LakeObject,
  { from, end }: ByteRange,
  { compute, cache }: Source,
): Iterable<Piece> {
  const { table, place, part } = object;
  const { layout, boundsOf } = table;
  const { groupRows, columns } = layout;
  if (from < MARK.length) yield { at: 0, bytes: () => MARK };
  const footAt = bytesIn(object) - layout.footBytes(part.count);
  const groups = Math.ceil(part.count / groupRows);
  const groupBytes = layout.groupBytes(groupRows);
  const first = Math.floor((Math.max(from, MARK.length) - MARK.length) / groupBytes);
  for (let group = first; group < groups; group++) {
    let at = MARK.length + group * groupBytes;
    if (at >= end) return;
    const rows = Math.min(groupRows, part.count - group * groupRows);
    for (let column = 0; column < columns.length && at < end; column++) {
      const bytes = layout.slotBytes(column, rows);
      const asked = { table: place, column, first: part.first + group * groupRows, rows };
      const name = `${place}/${column}/${asked.first}/${rows}`;
      const make = (): Promise<Uint8Array> => named(object, column, compute(asked), asked);
      if (at + bytes > from) yield { at, bytes: () => cache.get(name, make) };
      at += bytes;
    }
  }
  const foot = async (): Promise<Uint8Array> => layout.foot(part, boundsOf);
  if (end > footAt) yield { at: footAt, bytes: () => cache.get(part.key, foot) };
}

/** Says of which column and rows an error is. */
async function named(
  { table: { name, layout } }: LakeObject,
  column: number,
  bytes: Promise<Uint8Array>,
  { first, rows }: Pick<RowRange, 'first'> & { readonly rows: number },
): Promise<Uint8Array> {
  try {
    return await bytes;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${name}.${layout.columns[column]}, rows ${first} to ${first + rows - 1}: ${reason}. Reduce --group-rows or the text`,
      { cause: error },
    );
  }
}
