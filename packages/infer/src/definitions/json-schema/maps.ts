import type { Shape } from '../shape.ts';
import { textsOf } from '../text/texts.ts';
import { MORE, type Building, type Spot } from './building.ts';
import type { Plain } from './plain.ts';
import { isValid, type Resolver } from './satisfies.ts';

/** An object whose members have no names, or not enough of them. @param fields those with names @param missing how many others it needs */
export function mapShape(
  plain: Plain,
  spot: Spot,
  fields: readonly Shape[],
  missing: number,
  building: Building,
): Shape | undefined {
  const { name } = spot;
  const min = Math.max(0, missing);
  const max = Math.min(plain.maxMembers, Math.max(min, MORE));
  const names =
    max === 0
      ? []
      : namesOf(
          plain,
          fields.map((field) => field.name),
          building.resolver,
        );
  const value = names.length === 0 ? undefined : valueShape(plain, names, min, spot, building);
  if (value === undefined) {
    if (min > 0) return undefined;
    return fields.length > 0 ? { name, kind: 'object', fields } : { name, kind: 'JSON', values: [{}] };
  }
  if (fields.length === 0)
    return {
      name,
      kind: 'map',
      size: { min, max },
      fields: [{ name: 'key', kind: 'text', values: names }, value],
    };
  // Beside members with names, the others have names, too.
  const others = names.slice(0, min).map((each): Shape => ({ ...value, name: each }));
  return others.length < min ? undefined : { name, kind: 'object', fields: [...fields, ...others] };
}

/** The shape of the values. Undefined if they are not needed. */
function valueShape(
  plain: Plain,
  names: readonly string[],
  min: number,
  { depth }: Spot,
  building: Building,
) {
  const { resolver, extent, shape } = building;
  const schema = resolver.member(plain, names[0] ?? '');
  const isNeeded = min > 0 || (schema !== true && depth < extent.depth);
  return isNeeded ? shape(schema, 'value', depth + 1) : undefined;
}

/** Names that all members may have, with one schema. */
function namesOf(plain: Plain, taken: readonly string[], resolver: Resolver): readonly string[] {
  const rules = plain.names.flatMap((rule) => resolver.of(rule)[0] ?? []);
  const isAllowed = (text: string): boolean =>
    !taken.includes(text) &&
    plain.names.every((rule) => isValid(text, rule, resolver)) &&
    resolver.of(resolver.member(plain, text)).length > 0;
  const listed = rules.find(({ values }) => values !== undefined)?.values;
  if (listed !== undefined) return listed.filter((each) => typeof each === 'string').filter(isAllowed);
  const patterns = [...rules.flatMap((rule) => rule.patterns), ...patternIn(plain)];
  const found = textsOf({
    patterns: patterns.length > 0 ? patterns : ['^[a-z]{3,9}$'],
    minLength: Math.max(1, ...rules.map((rule) => rule.minLength)),
    maxLength: Math.min(Infinity, ...rules.map((rule) => rule.maxLength)),
    isAllowed,
  });
  // Names of other patterns have schemas of their own.
  const schema = JSON.stringify(resolver.member(plain, found[0] ?? ''));
  return found.filter((text) => JSON.stringify(resolver.member(plain, text)) === schema);
}

/** The first pattern of members that may be there. */
function patternIn({ members }: Plain): string[] {
  const found = members.flatMap(({ patterns }) => patterns).find(([, schema]) => schema !== false);
  return found === undefined ? [] : [found[0]];
}
