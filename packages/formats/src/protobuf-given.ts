import { invalid, type Result } from '@catbird/engine';
import protobuf from 'protobufjs';
import type { ProtoField, ProtoMessage, ProtoScalar, ProtoType } from './protobuf-message.ts';
import { isPackable } from './protobuf-made.ts';
import type { NamedSchema } from './registry.ts';

const IMPORTED = /import\s+(?:public\s+|weak\s+)?"([^"]+)"/g;

/** A message of a `.proto` file. */
export interface GivenMessage {
  readonly message: ProtoMessage;
  /** With the package: `com.example.Order`. */
  readonly fullName: string;
  /** Its place in the file: among the outermost messages, then among those within, from 0. */
  readonly path: readonly number[];
}

/**
 * A message of a `.proto` file.
 *
 * @param name of the message; undefined: the only one that is not within another
 * @param references files that it imports, by their paths
 */
export function givenMessage(
  text: string,
  name: string | undefined,
  references: readonly NamedSchema[] = [],
): Result<GivenMessage> {
  try {
    const { own, missing } = rootOf(text, references);
    if (missing !== undefined)
      return invalid(`The .proto file imports ${missing}. Put its messages in the same file`);
    const found = named(own, name);
    if (!found.ok) return found;
    const { type, path } = found;
    return { ok: true, message: messageOf(type, new Map()), fullName: type.fullName.slice(1), path };
  } catch (error) {
    return invalid(`Invalid .proto file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * The messages of a `.proto` file with their places.
 *
 * @returns `missing`: the first file that it imports and that is not known. Then nothing is resolved
 * @throws Error if it is invalid
 */
function rootOf(
  text: string,
  references: readonly NamedSchema[],
): { readonly own: readonly Place[]; readonly missing: string | undefined } {
  const { root } = protobuf.parse(text, { keepCase: true });
  // Before imports add theirs.
  const own = placesIn(root);
  const missing = addImports(root, text, references);
  if (missing === undefined) root.resolveAll();
  return { own, missing };
}

/** Adds the files that a file imports, and those that they import. Returns the first that is not known. */
function addImports(
  root: protobuf.Root,
  text: string,
  references: readonly NamedSchema[],
  added = new Set<string>(),
): string | undefined {
  for (const [, file = ''] of text.matchAll(IMPORTED)) {
    if (added.has(file)) continue;
    added.add(file);
    const reference = references.find((each) => each.name === file);
    const nested = protobuf.common.get(file)?.nested ?? undefined;
    if (reference !== undefined) {
      protobuf.parse(reference.text, root, { keepCase: true });
      const missing = addImports(root, reference.text, references, added);
      if (missing !== undefined) return missing;
    } else if (nested === undefined) return file;
    else root.addJSON(nested);
  }
  return undefined;
}

/** A message, and its place in its file. */
interface Place {
  readonly type: protobuf.Type;
  readonly path: readonly number[];
}

function named(places: readonly Place[], name: string | undefined): Result<Place> {
  const names = places.map(({ type }) => type.fullName.slice(1));
  const [only, ...others] = places.filter(({ path }) => path.length === 1);
  if (name === undefined && only !== undefined && others.length === 0) return { ok: true, ...only };
  const found = places.find(({ type }) => type.fullName === `.${name}` || type.name === name);
  if (found !== undefined) return { ok: true, ...found };
  return invalid(
    name === undefined
      ? `message is required: the .proto file has the messages ${names.join(', ')}`
      : `message: Unknown message ${name}. Messages: ${names.join(', ')}`,
  );
}

const isMessage = (each: unknown): each is protobuf.Type => each instanceof protobuf.Type;

/** The messages of a file in a package, with those within messages. */
const placesIn = (space: protobuf.NamespaceBase): readonly Place[] => [
  ...messagesIn(space, []),
  ...space.nestedArray.flatMap((each) =>
    each instanceof protobuf.Namespace && !isMessage(each) ? placesIn(each) : [],
  ),
];

const messagesIn = (space: protobuf.NamespaceBase, above: readonly number[]): readonly Place[] =>
  space.nestedArray.filter(isMessage).flatMap((type, i) => {
    const path = [...above, i];
    return [{ type, path }, ...messagesIn(type, path)];
  });

/** Messages that contain themselves are made once. */
function messageOf(type: protobuf.Type, made: Map<protobuf.Type, ProtoMessage>): ProtoMessage {
  const known = made.get(type);
  if (known !== undefined) return known;
  const fields: ProtoField[] = [];
  const message: ProtoMessage = { name: type.name, fields, oneofs: {} };
  made.set(type, message);
  for (const field of type.fieldsArray) {
    const own = typeOf(field.type, field.resolvedType, made);
    const isMap = field instanceof protobuf.MapField;
    const proto: ProtoType = isMap ? { is: 'map', of: own } : own;
    fields.push({
      name: field.name,
      otherName: camel(field.name),
      number: field.id,
      type: proto,
      isRepeated: field.repeated && !isMap,
      isPacked: field.repeated && field.packed && isPackable(proto),
      isRequired: field.required,
    });
  }
  return message;
}

/** A name in JSON (https://protobuf.dev/programming-guides/json/). */
const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function typeOf(
  name: string,
  resolved: protobuf.Type | protobuf.Enum | null,
  made: Map<protobuf.Type, ProtoMessage>,
): ProtoType {
  // `resolveAll` has refused all other names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (resolved === null) return { is: name as ProtoScalar };
  if (resolved instanceof protobuf.Enum) return { is: 'enum', name: resolved.name, values: resolved.values };
  if (resolved.fullName === '.google.protobuf.Timestamp') return { is: 'timestamp' };
  return { is: 'message', message: messageOf(resolved, made) };
}

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
