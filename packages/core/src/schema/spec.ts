import type { Field } from '../model/schema.ts';
import type { Issue } from './issue.ts';
import type { GeneratorType } from '../generators/generator.ts';
import { errorText } from '../model/error-text.ts';
import { tryFields } from '../generators/trial.ts';
import { type Arguments, argumentsOf } from './arguments.ts';
import { bounds } from './bounds.ts';
import { checkArguments } from './check-arguments.ts';
import type { Complaint } from './complaint.ts';
import type { Context, Read, Reading } from './context.ts';
import { readFields } from './fields.ts';
import type { JsonNode, JsonObject, Range } from './json.ts';
import { checkKeys, memberOf, readModifiers } from './modifiers.ts';
import { findNamed, type Named } from './named.ts';

/** The place of a field spec. */
export interface SpecPlace {
  /** Name of the field; for a spec in arguments, of the enclosing field. */
  readonly name: string;
  readonly path: readonly string[];
  /** Range of the name. */
  readonly at: Range;
  /** Whether it is a field of an object rather than a spec in arguments. */
  readonly isField: boolean;
}

/** Parses a field spec and generates a trial value. Reports errors and returns undefined. */
export function readSpec(spec: JsonNode, place: SpecPlace, context: Context): Read | undefined {
  const { findings } = context;
  const { name, path, at } = place;
  const hint = `Write "${name}": {"type": "string.uuid"}`;
  if (spec.kind !== 'object') {
    findings.add({
      code: 'not-an-object',
      message: `Field ${name} must be an object with a type`,
      hint,
      at: spec,
      path,
    });
    return undefined;
  }
  const typeNode = memberOf(spec, 'type');
  if (typeNode === undefined) {
    findings.add({ code: 'no-type', message: `Field ${name} has no type`, hint, at, path });
    return undefined;
  }
  const named = findNamed(typeNode, path, context);
  if (named !== undefined) checkKeys(spec, named, path, context);
  const type = named?.written ?? (typeNode.kind === 'scalar' ? String(typeNode.value) : 'field');
  const said = readModifiers(
    spec,
    { path, type, isField: place.isField, isOfRow: named?.type.ofRow === true },
    context,
  );
  const content =
    named &&
    (named.type.object === true
      ? readObject(spec, named, place, context)
      : readValue(spec, named, place, context));
  if (content === undefined || said === undefined) return undefined;
  const { count = 1 } = said.modifiers;
  const times = typeof count === 'object' ? count.max : count;
  return {
    field: { name, ...content.parts, ...said.modifiers },
    bytes: content.bytes * times + name.length,
    elements: content.elements * times,
    times,
    valueMs: content.valueMs,
    reads: [...said.reads, ...content.reads],
    written: type,
    at,
    paramsAt: memberOf(spec, 'params') ?? at,
  };
}

/** The type-specific part of a parsed spec. */
interface Content {
  readonly parts: Pick<Field, 'type' | 'args' | 'fields' | 'specs'>;
  readonly bytes: number;
  readonly elements: number;
  readonly valueMs?: number | undefined;
  readonly reads: readonly Reading[];
}

function readObject(
  spec: JsonObject,
  { type }: Named,
  { name, path, at }: SpecPlace,
  context: Context,
): Content | undefined {
  const node = memberOf(spec, 'fields');
  const inner = node?.kind === 'object' ? readFields(node, [...path, 'fields'], context) : undefined;
  if (node?.kind !== 'object' || inner?.fields.length === 0) {
    const hint = `Write "${name}": {"type": "object", "fields": {"id": {"type": "string.uuid"}}}`;
    context.findings.add({
      code: 'no-fields',
      message: 'object: Missing fields',
      hint,
      at: node ?? at,
      path: [...path, 'fields'],
    });
    return undefined;
  }
  if (inner === undefined) return undefined;
  return {
    parts: { type: type.name, args: [], fields: inner.fields },
    bytes: inner.bytes,
    elements: inner.elements,
    reads: inner.reads,
  };
}

const NONE: Pick<Arguments, 'args'> & { readonly locate?: never } = { args: [] };

function readValue(
  spec: JsonObject,
  { written, type, adapt }: Named,
  place: SpecPlace,
  context: Context,
): Content | undefined {
  const { findings, sources, room, watch } = context;
  const params = memberOf(spec, 'params');
  const given = params === undefined ? NONE : argumentsOf(params, type);
  const checked = checkArguments(type, adapt?.(given.args) ?? given.args, context.isLenient);
  const args = frozen(checked.args);
  const locate = (
    path: readonly PropertyKey[],
  ): { readonly at: Range; readonly node: JsonNode | undefined; readonly path: readonly string[] } => {
    const found = given.locate?.(path);
    const node = found?.node ?? params;
    return { at: node ?? place.at, node, path: [...place.path, 'params', ...(found?.path ?? [])] };
  };
  const complain = ({ path, text, unknown }: Complaint, severity: Issue['severity'] = 'error'): void => {
    const where = locate(path);
    const key = unknown && keyAt(locate(path.slice(0, -1)).node, path.at(-1));
    const example =
      type.example === undefined ? undefined : `Example: "params": ${JSON.stringify(type.example)}`;
    findings.add({
      code: 'params',
      severity,
      message: `${written}: ${text}${unknown !== undefined && severity === 'warning' ? ' (ignored)' : ''}`,
      hint: unknown?.hint ?? example,
      at: key ?? where.at,
      path: where.path,
    });
  };
  for (const complaint of checked.warnings) complain(complaint, 'warning');
  for (const complaint of checked.errors) complain(complaint);
  if (checked.errors.length > 0) return undefined;
  const loaded = load(type, args, context);
  if ('fault' in loaded) {
    complain({ path: [0, 'file'], text: loaded.fault });
    return undefined;
  }

  const inner = readInnerSpecs(type.specs?.(args) ?? [], locate, place, context);
  if (inner === undefined) return undefined;
  const reads = (type.refers?.(args) ?? []).map(({ name, path, isCopied = false }) => ({
    name,
    ...locate(path),
    isCopied,
  }));
  const parts = {
    type: type.name,
    args: loaded.args,
    ...(inner.length > 0 && { specs: inner.map(({ field }) => field) }),
  };
  const innerBytes = inner.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  const elements = inner.reduce((sum, each) => sum + each.elements, inner.length === 0 ? 1 : 0);
  const allReads = [...reads, ...inner.flatMap((each) => each.reads)];
  // Fields that read others cannot be tried alone: the whole schema is tried at the end.
  if (allReads.length > 0) {
    const text = params === undefined ? 0 : params.length;
    return { parts, bytes: text + innerBytes, elements, reads: allReads };
  }
  // Do not try what is rejected anyway: it could exhaust memory.
  if (room.isUsedUp() || elements > bounds.elements || innerBytes > bounds.rowBytes)
    return { parts, bytes: innerBytes, elements, reads: [] };
  watch?.onTrial?.(findings.place(place.at, place.path));
  const startMs = watch?.now() ?? 0;
  const trial = tryFields([{ name: '', ...parts }], sources);
  const valueMs = watch && watch.now() - startMs;
  if (trial.ok) {
    room.take(trial.bytes);
    return { parts, bytes: Math.max(trial.bytes, innerBytes), elements, valueMs, reads: [] };
  }
  complain({ path: [], text: trial.text.replace(/^Field "": /, '') });
  return undefined;
}

/** The arguments with the contents of the files that they name. */
function load(
  { load: put }: GeneratorType,
  args: readonly unknown[],
  { files }: Context,
): { readonly args: readonly unknown[] } | { readonly fault: string } {
  if (put === undefined) return { args };
  try {
    return { args: frozen(put(args, files)) };
  } catch (error) {
    return { fault: errorText(error) };
  }
}

/** Parses the field specs in arguments; undefined if one has an error. */
function readInnerSpecs(
  paths: readonly (readonly PropertyKey[])[],
  locate: (path: readonly PropertyKey[]) => {
    readonly node: JsonNode | undefined;
    readonly path: readonly string[];
    readonly at: Range;
  },
  { name }: SpecPlace,
  context: Context,
): readonly Read[] | undefined {
  const read = paths.map((path) => {
    const { node, path: full, at } = locate(path);
    return node && readSpec(node, { name, path: full, at, isField: false }, context);
  });
  const sound = read.filter((each) => each !== undefined);
  return sound.length === read.length ? sound : undefined;
}

/** The range of a key of an object. */
const keyAt = (node: JsonNode | undefined, name: PropertyKey | undefined): Range | undefined =>
  node?.kind === 'object' ? node.members.findLast(({ key }) => key === name)?.keyRange : undefined;

/** Deeply freezes arguments: generators reuse them for every row. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
