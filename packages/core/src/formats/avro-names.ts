import type { AvroType } from './avro-schema.ts';

/** A type as an object. */
export type Declared = Readonly<Record<string, unknown>> & { readonly type: string };

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
export function namesIn(type: AvroType): ReadonlyMap<string, Definition> {
  const names = new Map<string, Definition>();
  const visit = (given: unknown, around: string): void => {
    if (Array.isArray(given)) given.forEach((each) => visit(each, around));
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return;
    const each = given as Declared & { readonly fields?: readonly { readonly type: unknown }[] };
    let namespace = around;
    if (typeof each['name'] === 'string') {
      const name = nameOf(each, around);
      namespace = name.split('.').slice(0, -1).join('.');
      names.set(name, { definition: each, namespace });
    }
    visit(each['items'], namespace);
    visit(each['values'], namespace);
    if (Array.isArray(each.fields)) for (const field of each.fields) visit(field.type, namespace);
    if (typeof each.type === 'object') visit(each.type, namespace);
  };
  visit(type, '');
  return names;
}
