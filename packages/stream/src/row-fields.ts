import { type Issue, type Schema, suggestion, changeIn, type Faults } from '@catbird/engine';
import type { Destination, RowFieldSetting } from '@catbird/send';

/** A destination whose settings name fields. */
interface Named {
  readonly destination: Pick<Destination, 'rowFields'>;
  /** A setting's name where the person gave it. */
  readonly nameOf: (setting: string) => string;
}

/** Fields that the settings name but the rows lack. */
export function rowFieldIssues(
  { destination, nameOf }: Named,
  schema: Schema,
  config: unknown,
): readonly Issue[] {
  return (destination.rowFields?.(config) ?? []).flatMap((use) => {
    const fault = faultOf(use, schema);
    return fault === undefined ? [] : [{ message: `${nameOf(use.setting)}: ${fault}` }];
  });
}

/** Faults that do not fit the changes that a destination applies to a table. */
export function unfitFaults(
  { destination, nameOf }: Named,
  faults: readonly Faults[],
  config: unknown,
): readonly Issue[] {
  return (destination.rowFields?.(config) ?? []).flatMap(({ setting, unfit = [] }) =>
    unfit
      .filter((kind) => faults.some((each) => Object.hasOwn(each, kind)))
      .map((kind) => ({
        message: `The fault ${kind} does not fit ${nameOf(setting)}: the changes would lead to another table than sample prints. Remove it`,
      })),
  );
}

function faultOf(
  { field: name, isEnvelope, added = [] }: RowFieldSetting,
  schema: Schema,
): string | undefined {
  const field = schema.fields.find((each) => each.name === name);
  if (field === undefined) {
    const names = schema.fields.map((each) => each.name);
    const meant = suggestion(name, names);
    const hint = meant === undefined ? `Fields: ${names.slice(0, 12).join(', ')}` : `Did you mean ${meant}?`;
    return `Unknown field ${name} in the schema. ${hint}`;
  }
  if (field.hidden === true) return `${name} is hidden, so it is not sent. Remove "hidden"`;
  if (isEnvelope !== true) return undefined;
  const change = changeIn(schema);
  if (change?.field !== field)
    return `${name} tells no changes. ${change === undefined ? 'The schema has no catbird.change' : `Did you mean ${change.field.name}?`}`;
  if (change.format !== 'debezium')
    return `${name} has the format ${change.format}, but changes are applied from the format debezium`;
  const taken = namesIn(change.entity, schema).find((each) => added.includes(each));
  return (
    taken &&
    `The changed rows have a field ${taken}, but the destination adds a column of this name. Rename the field`
  );
}

/** The names in the rows that change: of an entity's key and fields, and of the key of the entity that it belongs to. */
function namesIn(changed: string | undefined, { entities = [], journey }: Schema): readonly string[] {
  const living = journey?.of?.entity;
  return entities.flatMap(({ name, key, fields }) => [
    ...(name === living || name === changed ? [key.name] : []),
    ...(name === (changed ?? living) ? fields.map((field) => field.name) : []),
  ]);
}
