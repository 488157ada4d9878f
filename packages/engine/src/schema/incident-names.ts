import { drawnBy, fieldsByName, membersOf, ownerOf } from '../generators/analysis/order.ts';
import { rowsIn } from '../generators/analysis/pools.ts';
import { checkExpression } from '../generators/expression/compile.ts';
import { readByExpression } from '../generators/expression/condition.ts';
import { withNames } from '../generators/expression/rewrite.ts';
import { findType } from '../generators/known-types.ts';
import type { IncidentEffects } from '../model/incident.ts';
import { type Invalid, invalid } from '../model/issue.ts';
import { errorText } from '../model/printable.ts';
import type { Field, Schema } from '../model/schema.ts';
import { nameHint } from '../model/suggestion.ts';

/** The names that an incident's expressions read: values before it. */
export type Names = ReadonlyMap<string, string>;

/** Why rows cannot have effects at all. */
export function unfitEffects(
  { place, rate, set, drop }: IncidentEffects,
  schema: Schema,
): string | undefined {
  const changes = rate !== undefined || drop === true || Object.keys(set).length > 0;
  if (!changes) return undefined;
  const at = place === '' ? 'incidents' : place;
  if (schema.recording !== undefined)
    return `${at}: recorded events cannot have incidents. Remove replay, or the incident`;
  if (Number.isFinite(rowsIn(schema)))
    return `${at}: the table of an entity has no incidents. Choose another stream`;
  return undefined;
}

/** Why fields cannot be set, and names that would hide others. */
export function unfitNames({ place, set }: IncidentEffects, schema: Schema): readonly string[] {
  const hiding = ['strength', 'drawn'].filter((own) => schema.fields.some(({ name }) => name === own));
  return [
    ...hiding.map(
      (own) => `${place}: the field ${own} hides what ${own} means in incidents. Rename the field`,
    ),
    ...Object.keys(set).flatMap((name) => unfitField(name, place, schema) ?? []),
  ];
}

/** An expression that reads values before the incident, or what is wrong with it. */
export function renamed(
  text: string,
  names: Names,
  fields: readonly Field[],
  place: string,
): string | Invalid {
  try {
    checkExpression(text);
  } catch (error) {
    return invalid(`${place}: ${errorText(error)}`);
  }
  const byName = fieldsByName(fields);
  for (const { name } of readByExpression(text)) {
    if (names.has(name) || ownerOf(name, byName) !== undefined) continue;
    if (name.startsWith('drawn.')) {
      const drawn = [...names.keys()].filter((each) => each.startsWith('drawn.'));
      return invalid(
        `${place}: ${name} is not drawn. ${drawn.length === 0 ? 'Add draw to the incident' : nameHint(name, drawn, 'Drawn')}`,
      );
    }
    const quoted = text === name ? `. To set a text, write it in quotes: '"${name}"'` : '';
    const known = fields.filter((field) => field.hidden !== true).map((field) => field.name);
    return invalid(
      `${place}: Unknown field ${name}. ${nameHint(name, [...known, 'strength'], 'Fields')}${quoted}`,
    );
  }
  return (
    withNames(text, (name) => names.get(name) ?? name) ??
    invalid(`${place}: cannot read ${[...names.keys()].join(', ')} in this form. Write each name by itself`)
  );
}

/** Why a field cannot be set. */
function unfitField(name: string, place: string, schema: Schema): string | undefined {
  const at = `${place}.set.${name}`;
  const { fields } = schema;
  const field = fields.find((each) => each.name === name);
  if (field === undefined) {
    const known = fields.filter(({ hidden }) => hidden !== true).map((each) => each.name);
    return `${place}.set: Unknown field ${name}. ${nameHint(name, known, 'Fields')}`;
  }
  const type = findType(field.type);
  if (fields.some(({ per = [] }) => per.includes(name)))
    return `${at}: other fields are per ${name}, so no incident can change it`;
  if (field.fields !== undefined || field.count !== undefined)
    return `${at}: ${name} is ${field.fields === undefined ? 'a list' : 'an object'}. Set a field with a single value`;
  if (drawnBy(field) !== undefined || membersOf(field) !== undefined)
    return `${at}: ${name} draws ${drawnBy(field) === undefined ? 'an object' : 'an entity'}, which is the same with and without incidents`;
  if (type?.rowOnly === true || NEVER_SET.has(field.type))
    return `${at}: incidents cannot change ${field.type}. Set another field`;
  return undefined;
}

/** Types whose values decide which rows follow. */
const NEVER_SET: ReadonlySet<string> = new Set([
  'catbird.journey',
  'catbird.session',
  'catbird.change',
  'catbird.route',
]);
