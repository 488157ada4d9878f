import { DeliveryError, keyPath } from '@catbird/send';
import { parquetRows, type Arrivals } from '@catbird/verify';
import { readingFailure } from '../../files/error-code.ts';
import { rowsIn } from '../../sources/files.ts';
import { SourceError, type Source } from '../../sources/source.ts';
import { isMissing, s3Bucket, wholeOf, type BucketAddress, type S3Bucket, type S3Object } from './client.ts';

/** A bucket that is read. */
export interface S3Place extends BucketAddress {
  readonly kind: 's3';
  readonly bucket: string;
  /** What the keys of its objects begin with. */
  readonly prefix: string;
}

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
  const wholeList = async (): Promise<readonly S3Object[]> => {
    const listing = bucket.list(place.prefix, () => signal);
    return (await reading(place, signal, listing)).filter(({ key }) => !NOT_ROWS.test(key));
  };
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
        yield* restOf(
          rowsOf((range) => objectIn(place, bucket, { object, signal, range }), object, signal),
          read,
          object.storedMs,
        );
        read.isWhole = true;
      }
    },
  };
}

/** Kinds of formats whose values are read in the same way. */
type ReadAs = 'json' | 'table' | 'parquet';

function kindOf({ key }: S3Object, name: string): ReadAs {
  if (/\.parquet$/i.test(key)) return 'parquet';
  if (/\.(ndjson|jsonl|json)(\.gz)?$/i.test(key)) return 'json';
  if (/\.(csv|tsv)(\.gz)?$/i.test(key)) return 'table';
  throw new SourceError(
    `${name}: the suffix of ${key} names no readable format. Use .ndjson, .json, .csv, .tsv, also with .gz, or .parquet`,
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

async function* rowsOf(get: Get, object: S3Object, signal: AbortSignal): AsyncGenerator<Arrivals> {
  try {
    if (kindOf(object, '') === 'parquet') {
      yield* parquetRows({
        byteLength: object.bytes,
        slice: async (start, end = object.bytes) => bytesOf(await get([start, end])),
      });
    } else yield* rowsIn(await get(), object.key);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (signal.aborted) throw signal.reason;
    throw new SourceError(`${object.key} cannot be read to its end: ${readingFailure(error)}`, {
      cause: error,
    });
  }
}

/** Reads an object, or some of its bytes: from the first to the one before the last. */
type Get = (range?: readonly [start: number, end: number]) => Promise<AsyncIterable<Uint8Array>>;

/** An object as it was listed. @throws SourceError if it has changed since */
async function objectIn(
  place: S3Place,
  bucket: S3Bucket,
  {
    object: { key, etag },
    signal,
    range,
  }: { readonly object: S3Object; readonly signal: AbortSignal; readonly range: Parameters<Get>[0] },
): Promise<AsyncIterable<Uint8Array>> {
  const part = range && { range: `bytes=${range[0]}-${range[1] - 1}` };
  const headers = { 'if-match': etag, ...part };
  const response = await reading(place, signal, bucket.send('GET', keyPath(key), signal, { headers }));
  const { status, header, body } = response;
  // Some services do not know the condition.
  if (status === 412 || (header('etag') ?? etag) !== etag) throw changed(place, key);
  if (status === 206 || (status === 200 && range === undefined)) return body;
  if (status === 200)
    throw new SourceError(
      `s3://${place.bucket} cannot read parts of objects, as Parquet needs. Download them`,
    );
  const whole = await wholeOf(response);
  throw isMissing(whole) ? changed(place, key) : unreadable(place, bucket.failureOf(whole));
}

const changed = ({ bucket }: S3Place, key: string): SourceError =>
  new SourceError(
    `s3://${bucket}/${key} changed after it was listed. Verify once the pipeline has written it`,
  );

/** The result of a request. @throws SourceError; the signal's reason if aborted */
const reading = <Result>(place: S3Place, signal: AbortSignal, act: Promise<Result>): Promise<Result> =>
  act.catch((error: unknown) => {
    throw signal.aborted ? signal.reason : unreadable(place, error);
  });

const ADVICE: Readonly<Record<number, string>> = {
  403: 'Check the access key and its secret, and allow it s3:ListBucket and s3:GetObject.',
};

function unreadable({ bucket }: S3Place, error: unknown): unknown {
  if (!(error instanceof DeliveryError)) return error;
  const { message, hint, kind, status = 0 } = error;
  const advice = ADVICE[status] ?? hint;
  const text = `s3://${bucket} cannot be read: ${message}`;
  return new SourceError(advice === undefined ? text : `${text.replace(/\.$/, '')}. ${advice}`, {
    isPassing: kind === 'network' || kind === 'unavailable' || kind === 'rate-limited',
    cause: error,
  });
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all)).buffer;
}
