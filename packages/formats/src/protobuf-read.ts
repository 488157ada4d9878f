import protobuf from 'protobufjs';
import { rootOf } from './protobuf-given.ts';
import type { NamedSchema } from './registry-schema.ts';

/**
 * Reads messages of a `.proto` file as lines of JSON with the members of rows. Fields that are not set are left out.
 *
 * @param references files that it imports, by their paths
 * @returns what reads a message that begins with its place in the file, as `messagePath` writes it. It throws if it cannot be read
 * @throws Error if the file is invalid
 */
export function messageReader(
  text: string,
  references: readonly NamedSchema[],
): (bytes: Uint8Array) => string {
  const { own } = rootOf(text, references);
  return (bytes) => {
    const reader = protobuf.Reader.create(bytes);
    const levels = reader.sint32();
    const path = levels === 0 ? [0] : Array.from({ length: levels }, () => reader.sint32());
    const found = own.find((each) => each.path.join() === path.join());
    if (found === undefined) throw new RangeError(`The file has no message at ${path.join('.')}`);
    return jsonText(membersOf(found.type, found.type.decode(reader))) ?? '{}';
  };
}

/** The set members of a message, by their names in rows. */
function membersOf(type: protobuf.Type, message: object): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown>(Object.entries(message));
  const members = type.fieldsArray
    .filter(({ name }) => values.has(name))
    .map((field) => [memberOf(field), valueOf(field, values.get(field.name))] as const);
  return Object.fromEntries(members);
}

/** Values of several types have fields of their own, which are named after the member and the type. */
const memberOf = ({ name, partOf }: protobuf.Field): string =>
  partOf !== null && name.startsWith(`${partOf.name}_`) ? partOf.name : name;

function valueOf(field: protobuf.Field, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => singleOf(field, each));
  if (!(field instanceof protobuf.MapField) || !isObject(value)) return singleOf(field, value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, singleOf(field, each)]));
}

function singleOf({ resolvedType }: protobuf.Field, value: unknown): unknown {
  if (resolvedType instanceof protobuf.Enum) return resolvedType.valuesById[Number(value)] ?? value;
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (resolvedType === null || !isObject(value)) return value;
  const members = membersOf(resolvedType, value);
  if (resolvedType.fullName !== '.google.protobuf.Timestamp') return members;
  const { seconds = 0, nanos = 0 } = members;
  return new Date(Number(seconds) * 1000 + Math.floor(Number(nanos) / 1e6)).toISOString();
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A value as JSON, with all digits of whole numbers. */
function jsonText(value: unknown): string | undefined {
  if (value instanceof protobuf.util.Long) {
    const { low, high, unsigned } = value;
    const bits = (BigInt(high) << 32n) | BigInt(low >>> 0);
    return String(unsigned ? BigInt.asUintN(64, bits) : bits);
  }
  if (Array.isArray(value)) return `[${value.map((each) => jsonText(each) ?? 'null').join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`);
  return `{${members.join()}}`;
}
