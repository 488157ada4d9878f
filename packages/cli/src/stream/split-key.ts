import {
  invalid,
  prefixed,
  type Result,
  changeIn,
  findField,
  keyUsesTime,
  type Field,
  type NamedField,
  type Schema,
  issuesOf,
  type Issue,
  growingIn,
} from '@catbird/engine';
import type { StreamSpec } from './spec.ts';
import { growthProblem } from '@catbird/stream';

/**
 * The field of `--split-by`, if rows can be split by it.
 *
 * @param isTimed whether event times are computed
 */
export function splitKeyOf(
  { options: { splitBy: name }, optionOf }: Pick<StreamSpec, 'options' | 'optionOf'>,
  schema: Schema,
  { isTimed }: { readonly isTimed: boolean },
): Result<{ readonly splitKey: NamedField | undefined }> {
  if (name === undefined) return { ok: true, splitKey: undefined };
  const option = optionOf('splitBy');
  const result = findField(schema, name);
  if (!result.ok) return { ok: false, issues: prefixed(`${option}: `, result.issues) };
  const { found } = result;
  if (found.schema.fields.some(({ lacksWith }) => lacksWith !== undefined))
    return invalid(`${option}: incidents change ${name}, or what it follows from. Choose another field`);
  if (isList(schema.fields, found.path))
    return invalid(`${option}: ${name} is a list, but a key is a single value. Choose another field`);
  if (!isTimed && keyUsesTime(found))
    return invalid(
      `${option} ${name}: its values depend on the current time, which differs between workers and shards. Set ${optionOf('from')}, or choose another field`,
    );
  const problem = changeProblem(option, name, schema);
  return problem === undefined ? { ok: true, splitKey: found } : invalid(problem);
}

/** The field by which the rows of a process are split. A thread leaves it to its process to save it. */
export const ownSplit = ({ options: { splitBy }, worker }: StreamSpec): string | undefined =>
  worker === undefined ? splitBy : undefined;

/** Whether the field at a path is a list. */
function isList(fields: readonly Field[], [name, ...inner]: readonly string[]): boolean {
  const field = fields.find((each) => each.name === name);
  return field?.count !== undefined || (field?.fields !== undefined && isList(field.fields, inner));
}

/** Why changes of a table cannot be split by a field: all changes of a row have to stay together. */
function changeProblem(option: string, name: string, schema: Schema): string | undefined {
  const change = changeIn(schema);
  if (change === undefined || isKeyOfJourney(name, schema)) return undefined;
  const key = keyOfJourney(schema);
  return `${option} ${name} does not fit the changes in ${change.field.name}: all changes of a row must come from one worker of one shard. Name a field that is always the key: {"type": "catbird.ref", "params": "${key}"}`;
}

/** Whether a field is, in every row, the key of the entity whose life the row belongs to. A child belongs to the life of its parent. */
function isKeyOfJourney(name: string, schema: Schema): boolean {
  const field = schema.fields.find((each) => each.name === name);
  if (field?.type !== 'catbird.ref') return false;
  const { args, count, per, nulls, missing, if: condition } = field;
  const isAlways = [count, per, nulls, missing, condition].every((each) => each === undefined);
  return isAlways && args[0] === keyOfJourney(schema);
}

/** The path to the key: `step.customer_id`. */
function keyOfJourney({ journey, entities = [] }: Schema): string | undefined {
  const key = entities.find((each) => each.name === journey?.of?.entity)?.key.name;
  return key && `${journey?.name}.${key}`;
}

/** What needs computed event times in a schema. */
export function growthIssues({ optionOf }: Pick<StreamSpec, 'optionOf'>, schema: Schema): readonly Issue[] {
  const [entity] = growingIn(schema);
  return entity === undefined ? [] : issuesOf(growthProblem({ optionOf }, entity.name));
}

/** What the rate means for a stream whose events are creations. */
export const growthNotes = ({ creation }: Pick<Schema, 'creation'>): readonly string[] =>
  creation === undefined
    ? []
    : [
        `Each event is the creation of one entity, ${creation.of}, so its growth determines the times: eps, rate and arrivals have no effect`,
      ];
