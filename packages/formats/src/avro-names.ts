import type { AvroType } from './avro-schema.ts';

/** A type as an object. */
export type Declared = Readonly<Record<string, unknown>> & { readonly type: string };

/** Whether a value of JSON is a type as an object. What its type is, is checked where rows meet it. */
export const isDeclared = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'type' in value;

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
