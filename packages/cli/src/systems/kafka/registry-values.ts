import { protobufReader, newRegistry, type FoundSchema, type RegistryAddress } from '@catbird/formats';
import type { RegistryUse } from '@catbird/stream';
import avsc from 'avsc';
import { NotStarted } from '../../interrupt.ts';
import { hasSchema, REGISTRY_BYTES } from './client.ts';
import { SourceError } from '../../sources/source.ts';

/** Reads the values of a topic whose schemas are in a registry. */
export interface RegistryValues {
  /**
   * Asks the registry for the schemas of values that it was not asked for yet.
   *
   * @throws SourceError if it cannot be asked, or lacks one, or if one cannot be read
   */
  findSchemas(values: readonly (Uint8Array | null)[]): Promise<void>;
  /** The value as a line of JSON; as it is if it does not fit its schema. */
  rowIn(value: Uint8Array): Uint8Array;
}

const idIn = (value: Uint8Array): number =>
  new DataView(value.buffer, value.byteOffset, value.byteLength).getUint32(1);

/** Reads the values of a topic with the schemas of a registry. */
export function registryValues(
  topic: string,
  address: RegistryAddress,
  ask: RegistryUse['ask'],
): RegistryValues {
  const readers = new Map<number, (bytes: Buffer) => Uint8Array>();
  return {
    async findSchemas(values) {
      const ids = new Set(values.filter(hasSchema).map(idIn));
      const missing = [...ids].filter((id) => !readers.has(id));
      if (missing.length === 0) return;
      try {
        await ask(async (access) => {
          const registry = newRegistry(address, access);
          for (const id of missing) readers.set(id, await readerOf(topic, id, await registry.byId(id)));
        });
      } catch (cause) {
        if (cause instanceof NotStarted) throw new SourceError(`${topic}: ${cause.message}`, { cause });
        throw cause;
      }
    },
    rowIn(value) {
      const read = hasSchema(value) ? readers.get(idIn(value)) : undefined;
      if (read === undefined) return value;
      try {
        return read(
          Buffer.from(value.buffer, value.byteOffset + REGISTRY_BYTES, value.byteLength - REGISTRY_BYTES),
        );
      } catch {
        return value;
      }
    },
  };
}

async function readerOf(
  topic: string,
  id: number,
  found: FoundSchema | undefined,
): Promise<(bytes: Buffer) => Uint8Array> {
  if (found === undefined)
    throw new SourceError(`${topic} has values with schema ${id}, which the registry does not have`);
  if (found.type === 'JSON') return (bytes) => bytes;
  try {
    if (found.type === 'PROTOBUF') {
      const read = await protobufReader(found.text, found.references);
      return (bytes) => Buffer.from(read(bytes));
    }
    if (found.type !== 'AVRO')
      throw new TypeError(`It is ${found.type}, and only Avro, Protobuf and JSON can be read`);
    const type = typeOf(found);
    return (bytes) => Buffer.from(JSON.stringify(type.fromBuffer(bytes)));
  } catch (cause) {
    throw new SourceError(`${topic}: schema ${id} of the registry cannot be read: ${String(cause)}`, {
      cause,
    });
  }
}

/** The type of a schema, with the named types of those that it refers to. */
function typeOf({ text, references }: FoundSchema): avsc.Type {
  const registry = { long };
  const options = { wrapUnions: false, registry, logicalTypes };
  for (const reference of references) avsc.Type.forSchema(schemaIn(reference.text), options);
  return avsc.Type.forSchema(schemaIn(text), options);
}

function schemaIn(text: string): avsc.Schema {
  const schema: unknown = JSON.parse(text);
  if (!isSchema(schema)) throw new TypeError('It is no schema');
  return schema;
}

/** The type checks the rest. */
const isSchema = (value: unknown): value is avsc.Schema =>
  typeof value === 'string' || (typeof value === 'object' && value !== null);

/** The numbers of avsc are exact only up to 2^52. */
const long = avsc.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => Number(bytes.readBigInt64LE()),
  toBuffer: notWritten,
  fromJSON: Number,
  toJSON: Number,
  isValid: Number.isSafeInteger,
  compare: (a: number, b: number) => a - b,
});

function notWritten(): never {
  throw new Error('Values are only read');
}

/** A number since 1970 as the text that rows have. */
const timeType = (text: (n: number) => string): typeof avsc.types.LogicalType =>
  class extends avsc.types.LogicalType {
    override _fromValue(n: number): string {
      return text(n);
    }
    override _toValue(): never {
      return notWritten();
    }
  };

const DAY_MS = 86_400_000;
const instant = (ms: number): string => new Date(ms).toISOString();

const logicalTypes = {
  date: timeType((days) => instant(days * DAY_MS).slice(0, 10)),
  'timestamp-millis': timeType(instant),
  'timestamp-micros': timeType((micros) => {
    const text = instant(Math.floor(micros / 1000));
    const rest = ((micros % 1000) + 1000) % 1000;
    return rest === 0 ? text : text.replace('Z', `${String(rest).padStart(3, '0')}Z`);
  }),
};
