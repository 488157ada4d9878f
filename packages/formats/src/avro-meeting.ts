import type { AvroType } from './avro-schema.ts';
import { isObject, type Kind } from '@catbird/engine';
import type { Write } from './avro-bytes.ts';

/** A type as an object. */
export type Declared = Readonly<Record<string, unknown>> & { readonly type: string };

/** Whether a value of JSON is a type as an object. What its type is, is checked where rows meet it. */
export const isDeclared = (value: unknown): value is Declared => isObject(value) && 'type' in value;

/** Whether a value of JSON is a type. What is in it is checked where rows meet it. */
export const isType = (value: unknown): value is AvroType =>
  typeof value === 'string' || Array.isArray(value) || isDeclared(value);

/** A type, and the namespace of the names in it. */
export interface Definition {
  readonly definition: Declared;
  readonly namespace: string;
}

/** The full name of a named type. */
export function nameOf(type: Declared, around: string): string {
  const name = String(type['name']);
  if (name.includes('.')) return name;
  const namespace = typeof type['namespace'] === 'string' ? type['namespace'] : around;
  return namespace === '' ? name : `${namespace}.${name}`;
}

/** The records, enums and fixed types of a schema, by their full names. */
export function namesIn(type: unknown): ReadonlyMap<string, Definition> {
  const names = new Map<string, Definition>();
  const visit = (each: unknown, around: string): void => {
    if (Array.isArray(each)) each.forEach((one) => visit(one, around));
    if (!isDeclared(each)) return;
    let namespace = around;
    if (typeof each['name'] === 'string') {
      const name = nameOf(each, around);
      namespace = name.split('.').slice(0, -1).join('.');
      names.set(name, { definition: each, namespace });
    }
    visit(each['items'], namespace);
    visit(each['values'], namespace);
    visit(each.type, namespace);
    if (!Array.isArray(each['fields'])) return;
    for (const field of each['fields']) if (isDeclared(field)) visit(field.type, namespace);
  };
  visit(type, '');
  return names;
}

/** Where rows meet a type. */
export interface Meeting {
  readonly path: readonly string[];
  readonly problems: string[];
  readonly names: ReadonlyMap<string, Definition>;
  /** Of the definition around the type. */
  readonly namespace: string;
  /** Bytes of defaults, at most: of a row, or of an element of a list or a map within it. */
  readonly defaults: { row: number; element: number };
  readonly isElement: boolean;
  /** What writes values of a kind as a type. What does not fit is noted as a problem. */
  readonly fit: (kind: Kind, type: unknown, meeting: Meeting) => Write;
}

/** What writes a type that values do not fit. */
export const never: Write = () => false;

/** Notes a problem. */
export function wrong({ path, problems }: Pick<Meeting, 'path' | 'problems'>, why: string): Write {
  problems.push(`${path.length === 0 ? 'The Avro schema' : path.join('.')}: ${why}`);
  return never;
}

const shownType = (type: unknown): string =>
  typeof type === 'string' ? type : JSON.stringify(type ?? null).slice(0, 80);

const SHOWN: Partial<Record<Kind['is'], string>> = {
  text: 'text',
  uuid: 'a UUID',
  instant: 'an instant',
  date: 'a date',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  list: 'a list',
  map: 'an object',
  object: 'an object',
  null: 'null',
};
/** A kind for people. */
export const shownKind = ({ is }: Kind): string => SHOWN[is] ?? is;

/** Notes that a kind does not fit in a type. */
export function misfit(kind: Kind, type: unknown, meeting: Meeting): Write {
  return wrong(
    meeting,
    `rows have ${shownKind(kind)} here, which does not fit in ${shownType(type)}. Change the field or the schema`,
  );
}
