import type { Field } from '../model/schema.ts';
import { findType } from './catalogue.ts';

/** Names of the fields that a field reads: by `per`, by its arguments, by what is within it. What an object's own fields say of one another stays inside. */
function readsOf(field: Field): readonly string[] {
  const own = (findType(field.type)?.refers?.(field.args) ?? []).map(({ name }) => name);
  const specs = (field.specs ?? []).flatMap(readsOf);
  const inner = field.fields ?? [];
  const names = new Set(inner.map(({ name }) => name));
  const outward = inner.flatMap(readsOf).filter((name) => !names.has(name));
  return [...(field.per ?? []), ...own, ...specs, ...outward];
}

/**
 * The fields of an object that others of it read, each after those that it reads itself.
 *
 * @throws Error when they read one another in a circle
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

/** A cycle of references, if there is one, as the fields on it; the first is also the last. */
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

/** A cycle in words: `a reads b, b reads a`. */
export const cycleText = (cycle: readonly Field[]): string =>
  cycle
    .slice(1)
    .map(({ name }, i) => `${cycle[i]?.name ?? ''} reads ${name}`)
    .join(', ');
