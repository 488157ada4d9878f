import { suggestion } from '../model/suggestion.ts';
import type { Context } from './context.ts';
import type { JsonObject, Range } from './json.ts';
import { memberOf } from './modifiers.ts';
import type { Named } from './named.ts';

type Locate = (path: readonly PropertyKey[]) => { readonly at: Range; readonly path: readonly string[] };

/** Checks the entity that these arguments draw, if they draw one. Reports an unknown one, and a draw that cannot work here. */
export function isDrawValid(
  spec: JsonObject,
  { written, type }: Named,
  args: readonly unknown[],
  locate: Locate,
  { findings, entities, isRepeated }: Context,
): boolean {
  const use = type.draws?.(args);
  if (use === undefined) return true;
  const { name, path } = use;
  if (!entities.names.has(name)) {
    const message = `${written}: Unknown entity ${name}`;
    findings.add({
      code: 'unknown-entity',
      message,
      hint: hintFor(name, [...entities.names]),
      ...locate(path),
    });
    return false;
  }
  const isSingle = isRepeated !== true && SEVERAL.every((key) => memberOf(spec, key) === undefined);
  if (isSingle || type.isOnce?.(args) !== true) return true;
  const message = `${written}: inOrder and shuffled draw one entity per row`;
  const hint = 'Move the field out of arrays and arguments, and remove count and per; or use another skew';
  findings.add({ code: 'params', message, hint, ...locate([]) });
  return false;
}

/** Keys of a spec that give it several values in a row, or one for several rows. */
const SEVERAL = ['count', 'per'];

function hintFor(name: string, names: readonly string[]): string {
  const meant = suggestion(name, names);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  if (names.length > 0) return `Entities: ${names.slice(0, 12).join(', ')}`;
  return `Declare it: "$entities": {${JSON.stringify(name)}: {"size": 100, "fields": {"name": {"type": "person.fullName"}}}}`;
}
