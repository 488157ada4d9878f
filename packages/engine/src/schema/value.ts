import { messagesOf } from '../model/issue.ts';
import type { ParamField } from '../model/schema.ts';
import type { GeneratorType } from '../generators/generator.ts';
import { errorText } from '../model/printable.ts';
import { frozen } from '../model/json.ts';
import { tryFields } from '../generators/analysis/trial.ts';
import { argumentHint, argumentsOf, checkArguments, type Arguments } from './arguments.ts';
import { bounds } from '../model/bounds.ts';
import type { Complaint } from './complaint.ts';
import type { Content, Context, ParsedField, FieldReference, SpecPlace } from './context.ts';
import type { SchemaIssue } from './findings.ts';
import { isJourneyPlaced } from './journeys.ts';
import type { JsonNode, JsonObject, Range } from './read-json.ts';
import { memberOf } from './modifiers.ts';
import type { Named } from './named.ts';
import { paramFieldsIn } from './param-fields.ts';
import { readSpec } from './spec.ts';
import { suggestion } from '../model/suggestion.ts';

/** Finds the part of the text that a path into the arguments leads to. */
type Locate = (path: readonly PropertyKey[]) => {
  readonly at: Range;
  readonly node: JsonNode | undefined;
  readonly path: readonly string[];
};

/** Adds a finding about the arguments; an error by default. */
type Complain = (complaint: Complaint, severity?: SchemaIssue['severity']) => void;

/** Reads a spec whose type takes arguments, and tries it out; undefined when it has an error, which is then among the findings. */
export function readValue(
  spec: JsonObject,
  named: Named,
  place: SpecPlace,
  context: Context,
): Content | undefined {
  const { type } = named;
  const params = memberOf(spec, 'params');
  const given = params && argumentsOf(params, type);
  const locate = locator(given, params, place);
  const complain = complainer(named, locate, context);
  const adapted = adaptedArguments(named, given);
  const fields = paramFieldsIn(type, adapted);
  const args = checkedArguments(named, adapted, fields, complain, context);
  const loaded = args && load(type, args, complain, context);
  if (args === undefined || loaded === undefined) return undefined;
  const fits =
    isDrawValid(spec, named, args, locate, context) && isJourneyPlaced(spec, named, args, place, context);
  const inner = readInnerSpecs(type, args, locate, place, context);
  if (inner === undefined || !fits) return undefined;
  const references = [
    ...referencesOf(type, args, locate),
    ...fields.map((field) => paramReference(field, locate)),
  ];
  context.log?.references.push(...references);
  const content = contentOf(type, loaded, inner, references, fields);
  return isTriedLater(content)
    ? { ...content, bytes: (params?.length ?? 0) + content.bytes }
    : tried(content, place, complain, context);
}

/** The arguments in today's form. */
const adaptedArguments = ({ adapt }: Named, given: Arguments | undefined): readonly unknown[] => {
  const written = given?.args ?? [];
  return adapt?.(written) ?? written;
};

/** Fields that read others cannot be tried alone: the whole schema is tried at the end. */
const isTriedLater = ({ references, drawsEntity }: Content): boolean => references.length > 0 || drawsEntity;

/** The other fields that the arguments read, with the places where they name them. */
const referencesOf = (
  { references }: GeneratorType,
  args: readonly unknown[],
  locate: Locate,
): readonly FieldReference[] =>
  (references?.(args) ?? []).map(({ name, path, isCopied = false, notEntity, within }) => ({
    name,
    ...locate(path),
    isCopied,
    notEntity,
    within,
  }));

const paramReference = ({ name, path }: ParamField, locate: Locate): FieldReference => ({
  name,
  ...locate([...path, 'ref']),
  // A text may become part of the value.
  isCopied: true,
});

/** The content before it was tried: as large as the largest of its inner specs. */
const contentOf = (
  type: GeneratorType,
  args: readonly unknown[],
  inner: readonly ParsedField[],
  references: readonly FieldReference[],
  fields: readonly ParamField[],
): Content => ({
  parts: {
    type: type.name,
    ...(type.custom && { custom: type.custom }),
    args,
    ...(fields.length > 0 && { paramFields: fields }),
    ...(inner.length > 0 && { specs: inner.map(({ field }) => field) }),
  },
  bytes: inner.reduce((most, { bytes }) => Math.max(most, bytes), 0),
  elements: inner.reduce((sum, { elements }) => sum + elements, inner.length === 0 ? 1 : 0),
  drawsEntity: type.draws?.(args) !== undefined || inner.some(({ drawsEntity }) => drawsEntity),
  references: [...references, ...inner.flatMap((each) => each.references)],
});

const locator =
  (given: Arguments | undefined, params: JsonNode | undefined, place: SpecPlace): Locate =>
  (path) => {
    const found = given?.locate(path);
    const node = found?.node ?? params;
    return { at: node ?? place.at, node, path: [...place.path, 'params', ...(found?.path ?? [])] };
  };

function complainer({ written, type }: Named, locate: Locate, { findings }: Context): Complain {
  return ({ path, text, unknown, hint, isKey }, severity = 'error') => {
    const where = locate(path);
    const isAtKey = unknown !== undefined || isKey === true;
    const key = isAtKey ? keyAt(locate(path.slice(0, -1)).node, path.at(-1)) : undefined;
    findings.add({
      code: 'params',
      severity,
      message: `${written}: ${text}${unknown !== undefined && severity === 'warning' ? ' (ignored)' : ''}`,
      hint: hint ?? unknown?.hint ?? argumentHint(type, text, where.node),
      at: key ?? where.at,
      path: where.path,
    });
  };
}

/** The arguments as the type takes them today; undefined when they do not fit it. */
function checkedArguments(
  { type }: Named,
  given: readonly unknown[],
  fields: readonly ParamField[],
  complain: Complain,
  { isLenient }: Context,
): readonly unknown[] | undefined {
  const checked = checkArguments(type, given, isLenient, fields);
  for (const complaint of checked.notes) complain(complaint, 'note');
  for (const complaint of checked.warnings) complain(complaint, 'warning');
  for (const complaint of checked.errors) complain(complaint);
  // A generator may not change its arguments: they serve for every row.
  return checked.errors.length > 0 ? undefined : frozen(checked.args);
}

/** The arguments with what is in files that they name; undefined when one cannot be read. */
function load(
  { load: put }: GeneratorType,
  args: readonly unknown[],
  complain: Complain,
  { files }: Context,
): readonly unknown[] | undefined {
  if (put === undefined) return args;
  try {
    return frozen(put(args, files));
  } catch (error) {
    complain({ path: [0, 'file'], text: errorText(error) });
    return undefined;
  }
}

/** Parses the field specs in arguments; undefined if one has an error. */
function readInnerSpecs(
  { specs }: GeneratorType,
  args: readonly unknown[],
  locate: Locate,
  { name }: SpecPlace,
  context: Context,
): readonly ParsedField[] | undefined {
  const read = (specs?.(args) ?? []).map((path) => {
    const { node, path: full, at } = locate(path);
    return (
      node &&
      readSpec(
        node,
        { name, path: full, at, isField: false },
        { ...context, within: undefined, isRepeated: true },
      )
    );
  });
  const valid = read.filter((each) => each !== undefined);
  return valid.length === read.length ? valid : undefined;
}

/** Generates a trial value and adds its size and duration to the content. Reports a failure and returns undefined. */
function tried(
  content: Content,
  place: SpecPlace,
  complain: Complain,
  { findings, sources, budget, watch }: Context,
): Content | undefined {
  const { parts, bytes, elements } = content;
  // Do not try what is rejected anyway: it could exhaust memory.
  if (budget.isUsedUp() || elements > bounds.elements || bytes > bounds.rowBytes) return content;
  watch?.onTrial?.(findings.place(place.at, place.path));
  const startMs = watch?.now() ?? 0;
  const trial = tryFields([{ name: '', ...parts }], sources);
  const valueMs = watch && watch.now() - startMs;
  if (trial.ok) {
    budget.take(trial.bytes);
    return { ...content, bytes: Math.max(trial.bytes, bytes), valueMs };
  }
  complain({
    path: [],
    text: messagesOf(trial.issues)
      .join('. ')
      .replace(/^Field "": /, ''),
  });
  return undefined;
}

/** The range of a key of an object. */
const keyAt = (node: JsonNode | undefined, name: PropertyKey | undefined): Range | undefined =>
  node?.kind === 'object' ? node.members.findLast(({ key }) => key === name)?.keyRange : undefined;

/** Checks the entity that these arguments draw, if they draw one. Reports an unknown one, and a draw that cannot work here. */
function isDrawValid(
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
