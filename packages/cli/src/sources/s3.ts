import { readingFailure } from '../files/error-code.ts';
import { parquetRows, type Arrivals } from '@catbird/verify';
import { rowsIn } from './file.ts';
import { s3Bucket, type S3Bucket, type S3Object, type S3Place } from './s3-bucket.ts';
import { SourceError, type Source } from './source.ts';

/** An object that was read, and how many of its rows. */
interface Read {
  readonly etag: string;
  rows: number;
  isWhole: boolean;
}

/** Names of objects that hold no rows: marks of folders and of finished jobs. */
const NOT_ROWS = /(^|\/)([._][^/]*)?$/;

/**
 * Reads objects as they are listed when reading begins. Their suffixes tell their formats, and rows arrived when their object was stored.
 * Reading again reads those that have come since. The bucket is listed only now.
 *
 * @throws SourceError if there is none, or their formats differ
 */
export async function s3Source(place: S3Place, signal: AbortSignal): Promise<Source> {
  const bucket = s3Bucket(place);
  const name = `s3://${place.bucket}/${place.prefix}`;
  const wholeList = async (): Promise<readonly S3Object[]> =>
    (await bucket.list(signal)).filter(({ key }) => !NOT_ROWS.test(key));
  let listed: readonly S3Object[] | undefined = await wholeList();
  const [first] = listed;
  if (first === undefined) throw new SourceError(`${name}: no such objects`, { isPassing: true });
  const kind = kindOf(first, name);
  const done = new Map<string, Read>();
  return {
    name: listed.length === 1 ? `s3://${place.bucket}/${first.key}` : `${name} (${listed.length} objects)`,
    isLoose: kind !== 'json',
    emptyIsNull: kind === 'table',
    isFollowed: true,
    async *read() {
      const objects = listed ?? (await wholeList());
      listed = undefined;
      for (const object of objects) {
        const { key, etag } = object;
        const read = done.get(key) ?? { etag, rows: 0, isWhole: false };
        done.set(key, read);
        if (read.etag !== etag)
          throw new SourceError(`s3://${place.bucket}/${key} changed after it was read`);
        if (read.isWhole) continue;
        if (kindOf(object, name) !== kind)
          throw new SourceError(
            `${key} has another format than ${first.key}. Verify objects of one format at once`,
          );
        yield* restOf(rowsOf(bucket, object, signal), read, object.storedMs);
        read.isWhole = true;
      }
    },
  };
}

/** Kinds of formats whose values are read in the same way. */
type Kind = 'json' | 'table' | 'parquet';

function kindOf({ key }: S3Object, name: string): Kind {
  if (/\.parquet$/i.test(key)) return 'parquet';
  if (/\.(ndjson|jsonl|json)(\.gz)?$/i.test(key)) return 'json';
  if (/\.(csv|tsv)(\.gz)?$/i.test(key)) return 'table';
  throw new SourceError(
    `${name}: the suffix of ${key} tells no format that can be read. Use .ndjson, .json, .csv, .tsv, also with .gz, or .parquet`,
  );
}

/** The rows that were not passed on before reading broke off. */
async function* restOf(all: AsyncIterable<Arrivals>, read: Read, storedMs: number): AsyncGenerator<Arrivals> {
  let seen = 0;
  for await (const { rows } of all) {
    const fresh = rows.slice(Math.max(0, read.rows - seen));
    seen += rows.length;
    if (fresh.length > 0) yield { rows: fresh, atMs: fresh.map(() => storedMs) };
    read.rows = Math.max(read.rows, seen);
  }
}

async function* rowsOf(bucket: S3Bucket, object: S3Object, signal: AbortSignal): AsyncGenerator<Arrivals> {
  try {
    if (kindOf(object, '') === 'parquet') {
      yield* parquetRows({
        byteLength: object.bytes,
        slice: async (start, end = object.bytes) => bytesOf(await bucket.get(object, signal, [start, end])),
      });
    } else yield* rowsIn(await bucket.get(object, signal), object.key);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (signal.aborted) throw signal.reason;
    throw new SourceError(`${object.key} cannot be read to its end: ${readingFailure(error)}`, {
      cause: error,
    });
  }
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all)).buffer;
}
