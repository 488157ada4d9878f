import { findAlias } from '../generators/aliases.ts';
import { findType } from '../generators/catalogue.ts';
import type { GeneratorType, Scope } from '../generators/generator.ts';
import { tryType } from '../generators/trial.ts';
import { type Arguments, argumentsOf } from './arguments.ts';
import { bounds } from './bounds.ts';
import { complaints } from './complaint.ts';
import type { Findings } from './findings.ts';
import { type JsonMember, type JsonNode, type JsonObject, plainValue } from './json.ts';
import type { Field } from './schema.ts';
import { oversized } from './size.ts';
import { suggestion } from './suggestion.ts';

/** What checking a field needs besides the field. */
export interface FieldContext {
  readonly findings: Findings;
  readonly sources: Pick<Scope, 'randomizer' | 'faker'>;
  /** Names of all generator types, for suggestions. */
  readonly names: readonly string[];
}

/** A field that can be generated, and about how many bytes it adds to a row. */
interface CheckedField {
  readonly field: Field;
  readonly bytes: number;
}

const KEYS = ['type', 'params', 'count'];

/** Checks one field of a schema; undefined when it has an error, which is then among the findings. */
export function checkField(
  { key, keyRange, value }: JsonMember,
  context: FieldContext,
): CheckedField | undefined {
  const { findings } = context;
  const hint = `Write "${key}": {"type": "string.uuid"}`;
  if (value.kind !== 'object') {
    findings.add({
      code: 'not-an-object',
      message: 'A field is an object with a type',
      hint,
      at: value,
      path: [key],
    });
    return undefined;
  }
  const typeNode = memberOf(value, 'type');
  if (typeNode === undefined) {
    findings.add({
      code: 'no-type',
      message: `The field ${key} has no type`,
      hint,
      at: keyRange,
      path: [key],
    });
    return undefined;
  }
  noteUnknownKeys(key, value, context);
  const named = findNamed(key, typeNode, context);
  const count = readCount(key, named?.written ?? plainText(typeNode), value, context);
  const args = named && readArguments(key, named, memberOf(value, 'params'), context);
  if (named === undefined || args === undefined || count === undefined) return undefined;
  const field = { name: key, type: named.type.name, args: args.args, ...(count !== 1 && { count }) };
  return { field, bytes: args.bytes * count + key.length };
}

const memberOf = (object: JsonObject, name: string): JsonNode | undefined =>
  object.members.findLast((member) => member.key === name)?.value;

const plainText = (node: JsonNode): string => {
  const value = plainValue(node);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function noteUnknownKeys(name: string, spec: JsonObject, { findings }: FieldContext): void {
  for (const { key, keyRange } of spec.members) {
    if (KEYS.includes(key)) continue;
    const meant = suggestion(key, KEYS);
    findings.add({
      code: 'unknown-key',
      severity: 'note',
      message: `${key} means nothing here and is ignored`,
      hint: meant === undefined ? `A field has ${KEYS.join(', ')}` : `Did you mean ${meant}?`,
      at: keyRange,
      path: [name, key],
    });
  }
}

/** A generator type as it was named in the text. */
interface Named {
  readonly written: string;
  readonly type: GeneratorType;
  readonly adapt?: ((given: readonly unknown[]) => readonly unknown[]) | undefined;
}

function findNamed(name: string, node: JsonNode, { findings, names }: FieldContext): Named | undefined {
  const place = { at: node, path: [name, 'type'] };
  const written = plainValue(node);
  if (typeof written !== 'string') {
    findings.add({
      code: 'no-type',
      message: 'A type is a text',
      hint: 'Write "type": "string.uuid"',
      ...place,
    });
    return undefined;
  }
  const direct = findType(written);
  if (direct !== undefined) return { written, type: direct };
  const alias = findAlias(written);
  const type = alias && findType(alias.to);
  if (type === undefined) {
    const meant = suggestion(alias?.to ?? written, names);
    const hint =
      meant === undefined ? 'Choose one from the list that the editor offers' : `Did you mean ${meant}?`;
    findings.add({
      code: 'unknown-type',
      message: `${written}: No generator type has this name`,
      hint,
      ...place,
    });
    return undefined;
  }
  findings.add({
    code: 'alias',
    severity: 'note',
    message: `${written} is called ${type.name} today`,
    ...place,
  });
  return { written, type, adapt: alias?.args };
}

/** The count, 1 when none is given; undefined when it is wrong. */
function readCount(
  name: string,
  type: string,
  spec: JsonObject,
  { findings }: FieldContext,
): number | undefined {
  const node = memberOf(spec, 'count');
  if (node === undefined) return 1;
  const fault = countFault(plainValue(node));
  if (fault === undefined) return Number(plainValue(node));
  findings.add({
    code: 'count',
    message: `${type}: ${fault}`,
    hint: 'Leave it out for a single value',
    at: node,
    path: [name, 'count'],
  });
  return undefined;
}

function countFault(count: unknown): string | undefined {
  if (typeof count !== 'number') return 'Count must be a number';
  if (count < 1) return 'Count must be greater than 0';
  if (!Number.isInteger(count)) return 'Count must be a whole number';
  return count > bounds.count ? `Count must be at most ${bounds.count.toLocaleString('en')}` : undefined;
}

interface CheckedArguments {
  readonly args: readonly unknown[];
  readonly bytes: number;
}

const NONE: Pick<Arguments, 'args'> & { readonly locate?: never } = { args: [] };

/** The arguments, tried out; undefined when they do not work. */
function readArguments(
  name: string,
  { written, type, adapt }: Named,
  params: JsonNode | undefined,
  { findings, sources }: FieldContext,
): CheckedArguments | undefined {
  const given = params === undefined ? NONE : argumentsOf(params, type);
  const args = frozen(adapt?.(given.args) ?? given.args);
  const complain = (path: readonly PropertyKey[], text: string): void => {
    const found = given.locate?.(path);
    const at = found?.node ?? params;
    const example =
      type.example === undefined ? undefined : `For example "params": ${JSON.stringify(type.example)}`;
    findings.add({
      code: 'params',
      message: `${written}: ${text}`,
      hint: example,
      at: at ?? { offset: 0, length: 0 },
      path: [name, 'params', ...(found?.path ?? [])],
    });
  };
  const parsed = type.params.safeParse(args, { jitless: true });
  const faults = [...(parsed.success ? [] : complaints(parsed.error.issues)), ...oversized(type, args)];
  for (const { path, text } of faults) complain(path, text);
  if (faults.length > 0) return undefined;
  const trial = tryType(type, args, sources);
  if (trial.ok) return { args, bytes: trial.bytes };
  complain([], trial.text);
  return undefined;
}

/** A generator may not change its arguments: they serve for every row. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
