import { invalid, type Result, type Kind, type Member } from '@catbird/engine';
import { isInt } from './avro-bytes.ts';
import type { ProtoField, ProtoMessage, ProtoScalar, ProtoType } from './protobuf-message.ts';

/** A message, and the `.proto` file that declares it. */
export interface Declared {
  readonly message: ProtoMessage;
  readonly text: string;
}

/** What is known of the file so far. */
interface File {
  readonly problems: string[];
  /** The type of instants, as it is called in the file. */
  readonly timestamp: string;
  usesTimestamp: boolean;
}

const NAME = /^[A-Za-z_]\w*$/;

/** The message of rows. Fields are numbered in their order. @param name of the message, with its package before it */
export function madeMessage(members: readonly Member[], name: string): Result<Declared> {
  const parts = name.split('.');
  const isHidden = parts.includes('google') || hasName({ is: 'object', members }, 'google');
  const timestamp = isHidden ? '.google.protobuf.Timestamp' : 'google.protobuf.Timestamp';
  const file: File = { problems: [], timestamp, usesTimestamp: false };
  if (!parts.every((part) => NAME.test(part)))
    file.problems.push(
      `The name of a Protobuf message has letters, digits and _ between its dots, not ${JSON.stringify(name)}`,
    );
  const { message, lines } = messageOf(members, parts.at(-1) ?? '', [], file);
  if (file.problems.length > 0) return invalid(...file.problems);
  const text = [
    'syntax = "proto3";',
    ...(parts.length > 1 ? ['', `package ${parts.slice(0, -1).join('.')};`] : []),
    ...(file.usesTimestamp ? ['', 'import "google/protobuf/timestamp.proto";'] : []),
    '',
    '// Readers know fields by their numbers. Keep this file, and pass it with --proto, when the schema changes.',
    ...lines,
    '',
  ].join('\n');
  return { ok: true, message, text };
}

/** Whether a member of these values, at any depth, has a name. */
const hasName = (kind: Kind, name: string): boolean => {
  if (kind.is === 'object')
    return kind.members.some((member) => member.name === name || hasName(member.kind, name));
  return 'of' in kind && [kind.of].flat().some((each) => hasName(each, name));
};

/** Fields must differ by more than this, also for older versions of protoc (https://protobuf.dev/programming-guides/json/). */
const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** The given name, or one that differs from those in use. */
function unused(name: string, names: Set<string>, plain: (name: string) => string = String): string {
  let own = name;
  for (let n = 2; names.has(plain(own)); n++) own = `${name}_${n}`;
  names.add(plain(own));
  return own;
}

/** The plain names of fields. Two that are the same are a problem. */
function plainNames(members: readonly Member[], path: readonly string[], { problems }: File): Set<string> {
  const seen = new Map<string, string>();
  for (const { name } of members) {
    const other = seen.get(plainName(name));
    seen.set(plainName(name), other ?? name);
    if (other !== undefined)
      problems.push(
        `${[...path, name].join('.')}: names in Protobuf differ by more than case and _, and ${other} does not. Rename one of them`,
      );
  }
  return new Set(seen.keys());
}

interface Made {
  readonly message: ProtoMessage;
  readonly lines: readonly string[];
}

function messageOf(members: readonly Member[], name: string, path: readonly string[], file: File): Made {
  const fields: ProtoField[] = [];
  const oneofs: Record<string, readonly ProtoField[]> = {};
  const inner: string[] = [];
  const lines: string[] = [];
  const within = { file, names: new Set(members.map((member) => member.name)) };
  const plain = plainNames(members, path, file);
  let number = 0;
  for (const member of members) {
    const at = [...path, member.name];
    const { kind } = member;
    if (kind.is === 'null') continue;
    if (!NAME.test(member.name))
      file.problems.push(
        `${at.join('.')}: names in Protobuf have letters, digits and _, and begin with no digit. Rename the field`,
      );
    if (kind.is === 'union') {
      const choices = kind.of.map((each) => {
        const own = unused(`${member.name}_${each.is}`, plain, plainName);
        const typed = typeOf(each, own, [...at, each.is], within);
        inner.push(...typed.inner);
        return { field: fieldOf(own, ++number, typed), text: typed.text };
      });
      oneofs[member.name] = choices.map(({ field }) => field);
      if (choices.some(({ field }) => field.isRepeated || field.type.is === 'map'))
        file.problems.push(
          `${at.join('.')}: a list cannot be one of several types in Protobuf. Make the field of one type`,
        );
      lines.push(
        `oneof ${member.name} {`,
        ...choices.map(({ field, text }) => `  ${text} ${field.name} = ${field.number};`),
        '}',
      );
      continue;
    }
    const typed = typeOf(kind, member.name, at, within);
    inner.push(...typed.inner);
    const field = fieldOf(member.name, ++number, typed);
    fields.push(field);
    const isPlain = !field.isRepeated && field.type.is !== 'map';
    const mayLack = (member.optional === true || kind.nullable === true) && isPlain;
    lines.push(`${mayLack ? 'optional ' : ''}${typed.text} ${member.name} = ${number};`);
  }
  return {
    message: { name, fields, oneofs },
    lines: [`message ${name} {`, ...[...inner, ...lines].map((line) => `  ${line}`), '}'],
  };
}

interface Typed {
  readonly type: ProtoType;
  readonly isRepeated: boolean;
  /** As in a `.proto` file. */
  readonly text: string;
  /** Lines that declare a message. */
  readonly inner: readonly string[];
}

const fieldOf = (name: string, number: number, { type, isRepeated }: Typed): ProtoField => ({
  name,
  number,
  type,
  isRepeated,
  isPacked: isRepeated && isPackable(type),
  isRequired: false,
});

/** Numbers, booleans and enums stand in one block. */
export const isPackable = ({ is }: ProtoType): boolean =>
  is !== 'string' && is !== 'bytes' && is !== 'message' && is !== 'timestamp' && is !== 'map';

const scalar = (is: ProtoScalar): Typed => ({ type: { is }, isRepeated: false, text: is, inner: [] });

const TYPES: Partial<Readonly<Record<Kind['is'], Typed>>> = {
  text: scalar('string'),
  uuid: scalar('string'),
  date: scalar('string'),
  boolean: scalar('bool'),
  number: scalar('double'),
};

/** Where a type is declared. */
interface Within {
  readonly file: File;
  /** Names in the message around it: those of fields and messages. */
  readonly names: Set<string>;
}

function typeOf(kind: Kind, name: string, path: readonly string[], within: Within): Typed {
  const { file, names } = within;
  if (kind.is === 'instant') {
    file.usesTimestamp = true;
    return { type: { is: 'timestamp' }, isRepeated: false, text: file.timestamp, inner: [] };
  }
  if (kind.is === 'integer') return wholeType(kind);
  if (kind.is === 'list' || kind.is === 'map') return severalOf(kind, name, path, within);
  if (kind.is === 'object') {
    const own = unused(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, names);
    const { message, lines } = messageOf(kind.members, own, path, file);
    return { type: { is: 'message', message }, isRepeated: false, text: own, inner: lines };
  }
  return (
    TYPES[kind.is] ??
    problem(
      'its type is not known before it is written, so it has none in Protobuf. Hide the field, or make it of one type',
      path,
      file,
    )
  );
}

function problem(text: string, path: readonly string[], file: File): Typed {
  file.problems.push(`${path.join('.')}: ${text}`);
  return scalar('string');
}

/** Negative numbers are short in zigzag only. */
function wholeType(kind: Kind & { readonly is: 'integer' }): Typed {
  if (kind.beyond === 'long') return scalar('string');
  const isNegative = (kind.min ?? -1) < 0;
  return scalar(isInt(kind) ? (isNegative ? 'sint32' : 'int32') : isNegative ? 'sint64' : 'int64');
}

function severalOf(
  { is, of }: Kind & { readonly is: 'list' | 'map' },
  name: string,
  path: readonly string[],
  within: Within,
): Typed {
  const { file } = within;
  if (of.nullable === true || of.is === 'null')
    return problem(`a ${is} in Protobuf has no null. Make its values never null`, path, file);
  if (of.is === 'list' || of.is === 'map' || of.is === 'union')
    return problem(
      `a ${is} in Protobuf has values of one type, and no lists. Put them in objects`,
      path,
      file,
    );
  const { type, text, inner } = typeOf(of, name, path, within);
  return is === 'list'
    ? { type, isRepeated: true, text: `repeated ${text}`, inner }
    : { type: { is: 'map', of: type }, isRepeated: false, text: `map<string, ${text}>`, inner };
}
