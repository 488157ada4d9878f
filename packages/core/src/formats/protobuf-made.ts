import type { Kind, Member } from '../model/kind.ts';
import { isInt } from './avro-bytes.ts';
import type { FormatProblems } from './format.ts';
import type { ProtoField, ProtoMessage, ProtoScalar, ProtoType } from './protobuf-message.ts';

/** A message, and the `.proto` file that declares it. */
export interface Declared {
  readonly message: ProtoMessage;
  readonly text: string;
}

/** What is known of the file so far. */
interface File {
  readonly problems: string[];
  usesTimestamp: boolean;
}

const NAME = /^[A-Za-z_]\w*$/;

/** The message of rows. Fields are numbered in their order. @param name of the message, with its package before it */
export function madeMessage(members: readonly Member[], name: string): Declared | FormatProblems {
  const file: File = { problems: [], usesTimestamp: false };
  const parts = name.split('.');
  if (!parts.every((part) => NAME.test(part)))
    file.problems.push(
      `The name of a Protobuf message has letters, digits and _ between its dots, not ${JSON.stringify(name)}`,
    );
  const { message, lines } = messageOf(members, parts.at(-1) ?? '', [], file);
  if (file.problems.length > 0) return { problems: file.problems };
  const text = [
    'syntax = "proto3";',
    ...(parts.length > 1 ? ['', `package ${parts.slice(0, -1).join('.')};`] : []),
    ...(file.usesTimestamp ? ['', 'import "google/protobuf/timestamp.proto";'] : []),
    '',
    '// Readers know fields by their numbers. Keep this file, and pass it with --proto, when the schema changes.',
    ...lines,
    '',
  ].join('\n');
  return { message, text };
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
        const own = `${member.name}_${each.is}`;
        const typed = typeOf(each, own, [...at, each.is], file);
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
    const typed = typeOf(kind, member.name, at, file);
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

function typeOf(kind: Kind, name: string, path: readonly string[], file: File): Typed {
  const problem = (text: string): Typed => {
    file.problems.push(`${path.join('.')}: ${text}`);
    return scalar('string');
  };
  switch (kind.is) {
    case 'text':
    case 'uuid':
    case 'date':
      return scalar('string');
    case 'boolean':
      return scalar('bool');
    case 'number':
      return scalar('double');
    case 'integer': {
      const isNegative = (kind.min ?? -1) < 0;
      return scalar(isInt(kind) ? (isNegative ? 'sint32' : 'int32') : isNegative ? 'sint64' : 'int64');
    }
    case 'instant':
      file.usesTimestamp = true;
      return { type: { is: 'timestamp' }, isRepeated: false, text: 'google.protobuf.Timestamp', inner: [] };
    case 'object': {
      const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const { message, lines } = messageOf(kind.members, own, path, file);
      return { type: { is: 'message', message }, isRepeated: false, text: own, inner: lines };
    }
    case 'list':
    case 'map': {
      if (kind.of.nullable === true || kind.of.is === 'null')
        return problem(`a ${kind.is} in Protobuf has no null. Make its values never null`);
      if (kind.of.is === 'list' || kind.of.is === 'map' || kind.of.is === 'union')
        return problem(`a ${kind.is} in Protobuf has values of one type, and no lists. Put them in objects`);
      const { type, text, inner } = typeOf(kind.of, name, path, file);
      return kind.is === 'list'
        ? { type, isRepeated: true, text: `repeated ${text}`, inner }
        : { type: { is: 'map', of: type }, isRepeated: false, text: `map<string, ${text}>`, inner };
    }
    default:
      return problem(
        'its type is not known before it is written, so it has none in Protobuf. Hide the field, or make it of one type',
      );
  }
}
