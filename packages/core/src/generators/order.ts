import type { Field } from '../model/schema.ts';
import { findType } from './catalogue.ts';

/** Names of the fields that a field reads through `per`, its arguments and its nested fields. References within an object are not included. */
function readsOf(field: Field): readonly string[] {
  const own = (findType(field.type)?.references?.(field.args) ?? []).map(({ name }) => name);
  const specs = (field.specs ?? []).flatMap(readsOf);
  const inner = field.fields ?? [];
  const names = new Set(inner.map(({ name }) => name));
  const outward = inner.flatMap(readsOf).filter((name) => !names.has(name));
  return [...(field.per ?? []), ...own, ...specs, ...outward];
}

/**
 * The fields of an object that its other fields read, in dependency order.
 *
 * @throws Error on a circular reference
 */
export function storedFields(fields: readonly Field[]): readonly Field[] {
  const cycle = cycleIn(fields);
  if (cycle !== undefined) throw new Error(cycleText(cycle));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const ordered = new Set<Field>();
  const visit = (field: Field): void => {
    for (const name of readsOf(field)) {
      const other = byName.get(name);
      if (other !== undefined && !ordered.has(other)) visit(other);
    }
    ordered.add(field);
  };
  for (const field of fields) visit(field);
  const read = new Set(fields.flatMap(readsOf));
  return [...ordered].filter(({ name }) => read.has(name));
}

/** The fields on a circular reference, if there is one; the first field is repeated at the end. */
export function cycleIn(fields: readonly Field[]): readonly Field[] | undefined {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const done = new Set<Field>();
  const visit = (field: Field, trail: readonly Field[]): readonly Field[] | undefined => {
    if (done.has(field)) return undefined;
    if (trail.includes(field)) return [...trail.slice(trail.indexOf(field)), field];
    for (const name of readsOf(field)) {
      const other = byName.get(name);
      const found = other && visit(other, [...trail, field]);
      if (found !== undefined) return found;
    }
    done.add(field);
    return undefined;
  };
  for (const field of fields) {
    const found = visit(field, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Describes a cycle: `a reads b, b reads a`. */
export const cycleText = (cycle: readonly Field[]): string =>
  cycle
    .slice(1)
    .map(({ name }, i) => `${cycle[i]?.name ?? ''} reads ${name}`)
    .join(', ');
