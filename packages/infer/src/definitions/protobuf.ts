import type protobuf from 'protobufjs';
import { newNotes, type Notes } from './not-followed.ts';
import type { Definition, Shape, ShapeKind, Table } from './shape.ts';

type Library = typeof protobuf;

/** Messages that are followed: a message may contain itself, or many others. */
const MOST_FIELDS = 2_000;
const MOST_DEPTH = 10;

const SCALARS: Readonly<Record<string, ShapeKind>> = {
  double: 'number',
  float: 'number',
  bool: 'boolean',
  string: 'text',
  bytes: 'bytes',
};

/** What JSON has for messages that come with Protobuf. https://protobuf.dev/programming-guides/json/ */
const WELL_KNOWN: Readonly<Record<string, Omit<Shape, 'name'>>> = {
  Timestamp: { kind: 'timestamp' },
  Duration: { kind: 'duration' },
  Struct: { kind: 'JSON' },
  Value: { kind: 'JSON' },
  Any: { kind: 'JSON', values: [{ '@type': 'type.googleapis.com/google.protobuf.Empty', value: {} }] },
  ListValue: { kind: 'JSON', isList: true },
  Empty: { kind: 'JSON', values: [{}] },
  FieldMask: { kind: 'text', pattern: '[a-z]{4},[a-z]{5}[.][a-z]{3}' },
  DoubleValue: { kind: 'number', isNullable: true },
  FloatValue: { kind: 'number', isNullable: true },
  Int64Value: { kind: 'whole number', isNullable: true },
  UInt64Value: { kind: 'whole number', isNullable: true },
  Int32Value: { kind: 'whole number', isNullable: true },
  UInt32Value: { kind: 'whole number', isNullable: true },
  BoolValue: { kind: 'boolean', isNullable: true },
  StringValue: { kind: 'text', isNullable: true },
  BytesValue: { kind: 'bytes', isNullable: true },
};

/** A message without fields, which all may be but those of proto2 with required ones. */
const NOTHING: Omit<Shape, 'name'> = { kind: 'JSON', values: [{}] };

/** Reads the messages of a `.proto` file, or of several one after the other. The library is loaded when the first one is read. */
export async function readProtobuf(text: string): Promise<Definition> {
  const { default: library } = await import('protobufjs');
  try {
    return messagesOf(parsed(text, library), library, optionalIn(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { tables: [], notes: [`Invalid Protobuf: ${reason}`] };
  }
}

/** Where a file begins within others. */
const FILE = /^(?=[ \t]*(?:syntax|edition)\s*=)/m;

/** Parses files into one root. Messages that were cut out of one say no syntax: they are proto2 if they have its labels, or else proto3. */
function parsed(text: string, library: Library): protobuf.Root {
  const root = new library.Root();
  const [first = '', ...others] = text.split(FILE);
  // What stands before the first syntax is a comment, or a file without one.
  const files =
    others.length > 0 && !/\b(message|enum|package)\s/.test(uncommented(first)) ? others : [first, ...others];
  for (const file of files) library.parse(withSyntax(file), root, { keepCase: true });
  return root;
}

function withSyntax(file: string): string {
  const has = /\b(syntax|edition)\s*=/.test(file) || /\b(required|optional)\s+\w/.test(file);
  return has && !/^\s*$/.test(file) ? file : `syntax = "proto3"; ${file}`;
}

const uncommented = (text: string): string => text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');

/** Names of fields with the label `optional`, which the library keeps in proto3 only. */
const optionalIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\boptional\s+[\w.]+\s+(\w+)\s*=/g)].map(([, name = '']) => name));

function messagesOf(root: protobuf.Root, library: Library, optional: ReadonlySet<string>): Definition {
  const notes = newNotes();
  for (const service of servicesIn(root, library)) notes.add(`Not followed: the service ${service}`);
  const messages = topLevel(root, library);
  const parts = new Set(messages.flatMap((message) => partsOf(message, library)));
  const outer = messages.filter((message) => !parts.has(message));
  const read = newReader(library, notes, optional);
  const tables = (outer.length === 0 ? messages : outer).map((message): Table => ({
    name: message.name,
    fields: read(message, [message]),
  }));
  return { tables: tables.filter(({ fields }) => fields.length > 0), notes: notes.sentences() };
}

const servicesIn = (space: protobuf.NamespaceBase, library: Library): string[] =>
  space.nestedArray.flatMap((each) => {
    if (each instanceof library.Service) return [each.name];
    return each instanceof library.Namespace ? servicesIn(each, library) : [];
  });

/** The messages of a file and its packages, without those within messages. */
const topLevel = (space: protobuf.NamespaceBase, library: Library): protobuf.Type[] =>
  space.nestedArray.flatMap((each) => {
    if (each instanceof library.Type) return [each];
    return each instanceof library.Namespace ? topLevel(each, library) : [];
  });

/** The messages that are fields of a message or of those within it, without the message itself. */
function partsOf(message: protobuf.Type, library: Library): protobuf.Type[] {
  const isMessage = (each: unknown): each is protobuf.Type => each instanceof library.Type;
  const own = message.fieldsArray.map((field) => foundIn(message, field.type, library));
  const inner = message.nestedArray.filter(isMessage).flatMap((each) => partsOf(each, library));
  return [...own, ...inner].filter(isMessage).filter((each) => each !== message);
}

const foundIn = (message: protobuf.Type, type: string, library: Library) =>
  message.lookup(type, [library.Type, library.Enum]);

type Read = (message: protobuf.Type, path: readonly protobuf.Type[]) => Shape[];

function newReader(library: Library, notes: Notes, optional: ReadonlySet<string>): Read {
  let left = MOST_FIELDS;
  const typed = (field: protobuf.Field, path: readonly protobuf.Type[], name: string): Shape => {
    const message = path.at(-1);
    const known = wellKnown(field.type) ?? scalar(field.type);
    if (known !== undefined) return { name, ...known };
    const found = message === undefined ? null : foundIn(message, field.type, library);
    if (found instanceof library.Enum) return { name, kind: 'text', values: valuesOf(found) };
    if (!(found instanceof library.Type)) {
      notes.add(`Skipped the type ${field.type}: give the file that defines it, too`);
      return { name, ...NOTHING };
    }
    // A message may contain itself: there is no end.
    if (path.includes(found) || path.length >= MOST_DEPTH) {
      notes.add(`Followed in part: ${found.name} within itself, to one level`);
      return { name, ...NOTHING };
    }
    const fields = read(found, [...path, found]);
    return fields.length === 0 ? { name, ...NOTHING } : { name, kind: 'object', fields };
  };
  const read: Read = (message, path) =>
    message.fieldsArray.flatMap((field) => {
      if (left-- <= 0) {
        notes.add(`Read only the first ${MOST_FIELDS} fields`);
        return [];
      }
      const name = nameOf(field);
      for (const option of Object.keys(field.options ?? {}))
        if (option.startsWith('(')) notes.add(`Not followed: the option ${option}`, name);
      const shape = typed(field, path, name);
      if (field instanceof library.MapField) return [mapOf(name, field.keyType, shape)];
      const initial: unknown = field.options?.['default'];
      const given = initial === undefined ? {} : { initial };
      return [{ ...shape, ...given, ...presenceOf(field, optional) }];
    });
  return read;
}

/** The name in JSON, if the file gives one. Readers of ProtoJSON accept the field's own name, too. Extensions stand in brackets. */
const nameOf = ({ name, options }: protobuf.Field): string => {
  const given: unknown = options?.['json_name'];
  if (typeof given === 'string') return given;
  return name.startsWith('.') ? `[${name.slice(1)}]` : name;
};

function presenceOf(
  { name, repeated, options, partOf, rule }: protobuf.Field,
  optional: ReadonlySet<string>,
): Partial<Shape> {
  if (repeated) return { isList: true };
  if (options?.['proto3_optional'] === true || (rule === undefined && optional.has(name) && partOf === null))
    return { isOptional: true };
  return partOf === null || partOf === undefined ? {} : { choice: partOf.name };
}

function mapOf(name: string, keyType: string, value: Shape): Shape {
  const key: Shape =
    keyType === 'bool'
      ? { name: 'key', kind: 'text', values: ['true', 'false'] }
      : { name: 'key', kind: keyType === 'string' ? 'text' : 'whole number', maxLength: 20 };
  return {
    name,
    kind: 'map',
    fields: [key, { ...value, name: 'value' }],
  };
}

const wellKnown = (type: string): Omit<Shape, 'name'> | undefined => {
  const name = /^\.?google\.protobuf\.(\w+)$/.exec(type)?.[1];
  return name === undefined || !Object.hasOwn(WELL_KNOWN, name) ? undefined : WELL_KNOWN[name];
};

const scalar = (type: string): Omit<Shape, 'name'> | undefined => {
  if (/^(u?int|sint|s?fixed)(32|64)$/.test(type)) return { kind: 'whole number' };
  const kind = Object.hasOwn(SCALARS, type) ? SCALARS[type] : undefined;
  return kind === undefined ? undefined : { kind };
};

/** The names of an enumeration; the one that stands for "not set" only if there is no other. */
function valuesOf({ values }: protobuf.Enum): string[] {
  const names = Object.keys(values);
  const set = names.filter((name) => !(values[name] === 0 && name.endsWith('_UNSPECIFIED')));
  return set.length === 0 ? names : set;
}
