import { suggestion } from '../model/suggestion.ts';
import type { Context } from './context.ts';
import type { Range } from './json.ts';
import type { Named } from './named.ts';

/** Whether the entity that these arguments draw is declared, if they draw one. Reports one that is not. */
export function isEntityKnown(
  { written, type }: Named,
  args: readonly unknown[],
  locate: (path: readonly PropertyKey[]) => { readonly at: Range; readonly path: readonly string[] },
  { findings, entities }: Context,
): boolean {
  const use = type.draws?.(args);
  if (use === undefined || entities.names.has(use.name)) return true;
  const { name, path } = use;
  const message = `${written}: Unknown entity ${name}`;
  findings.add({
    code: 'unknown-entity',
    message,
    hint: hintFor(name, [...entities.names]),
    ...locate(path),
  });
  return false;
}

function hintFor(name: string, names: readonly string[]): string {
  const meant = suggestion(name, names);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (names.length > 0) return `Entities: ${names.slice(0, 12).join(', ')}`;
  return `Declare it: "$entities": {${JSON.stringify(name)}: {"size": 100, "fields": {"name": {"type": "person.fullName"}}}}`;
}
