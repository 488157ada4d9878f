import { payload, rowIndex, type Batch, routeOf } from '@catbird/engine';
import type { Connection, DestinationEnv, Receipt, SendOptions } from './destination.ts';
import { escaped } from './http-address.ts';
import { divisionBy, type ObjectSettings } from './object-settings.ts';
import type { RowFormat } from './row-format.ts';

/** An object to store. */
export interface NewObject {
  /** Its whole name: `events/dt=2026-11-21/orders-0-5000.ndjson.gz`. */
  readonly key: string;
  readonly body: Uint8Array;
  /** Media type of the object. */
  readonly contentType: string;
  /** How many rows it has. */
  readonly rows: number;
}

/** Stores an object. @throws DeliveryError */
export type Put = (object: NewObject, options: SendOptions) => Promise<Pick<Receipt, 'status' | 'answer'>>;

const JSON_LINES: Pick<RowFormat, 'extension' | 'contentType' | 'body'> = {
  extension: 'ndjson',
  contentType: 'application/x-ndjson',
  body: payload,
};

/** A connection that makes each batch one object, with a name that is the same whenever these rows are sent. */
export function rolling(settings: ObjectSettings, env: DestinationEnv, put: Put): Omit<Connection, 'close'> {
  const { extension, contentType, body } = env.format ?? JSON_LINES;
  const isGzip = gzips(settings, env.format);
  const nameOf = namer(settings, env);
  return {
    async send(batch, options) {
      const rows = body(batch);
      const object: NewObject = {
        key: `${nameOf(batch, options.id)}.${extension}${isGzip ? '.gz' : ''}`,
        body: isGzip ? await gzipped(rows) : rows,
        contentType: isGzip ? 'application/gzip' : contentType,
        rows: batch.count,
      };
      options.signal.throwIfAborted();
      const answer = await put(object, options);
      return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: object.body.length, ...answer };
    },
  };
}

const gzips = ({ compression }: ObjectSettings, format: RowFormat | undefined): boolean => {
  if (compression !== 'auto') return compression === 'gzip';
  return format === undefined || (format.isText && format.blocks.isCompressed !== true);
};

/** Letters and digits of the stream's name, if it has none. */
const ID_LENGTH = 12;
/** Requests whose time is known, for another attempt. */
const MOST_TIMES = 1000;

/** Names objects by the number of their first row in the whole stream, and of their rows. */
function namer(
  { prefix = '', partitionBy }: ObjectSettings,
  { stream, toLocal = Number, now, random }: DestinationEnv,
): (batch: Batch, request: string) => string {
  const { id = randomId(random), rowNumber = Number } = stream ?? {};
  const divisionOf = divisionBy[partitionBy];
  // Another attempt stores the same object, also if an hour has begun since.
  const times = new Map<string, number>();
  const timeOf = (request: string): number => {
    const ms = times.get(request) ?? now();
    times.set(request, ms);
    const [oldest] = times.keys();
    if (times.size > MOST_TIMES && oldest !== undefined) times.delete(oldest);
    return ms;
  };
  return (batch, request) => {
    const folder = divisionOf?.(toLocal(batch.sides?.[0]?.ms ?? timeOf(request)));
    const name = `${id}-${rowNumber(rowIndex(batch, 0))}-${batch.count}`;
    return [routeOf(batch, prefix), folder, name].filter(Boolean).join('/');
  };
}

const randomId = (random: () => number): string =>
  Array.from({ length: ID_LENGTH }, () => Math.floor(random() * 36).toString(36)).join('');

/** Compresses with gzip, in a browser, too. */
async function gzipped(bytes: Uint8Array): Promise<Uint8Array> {
  // Rows are never in shared memory.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A name in an address: each part escaped. */
export const keyPath = (key: string): string => key.split('/').map(escaped).join('/');
