import { kindsOf } from '../generators/analysis/kinds.ts';
import {
  cycleIn,
  cycleText,
  drawnBy,
  fieldsByName,
  membersOf,
  ownerOf,
} from '../generators/analysis/order.ts';
import { rowsIn } from '../generators/analysis/pools.ts';
import { tryFields } from '../generators/analysis/trial.ts';
import { entitiesByName, newSources } from '../generators/compile/context.ts';
import { checkExpression } from '../generators/expression/compile.ts';
import { conditionError, readByExpression } from '../generators/expression/condition.ts';
import { withNames } from '../generators/expression/rewrite.ts';
import { mayBe, typeName } from '../generators/expression/value-type.ts';
import { findType } from '../generators/known-types.ts';
import {
  calmIncidents,
  type Incident,
  type IncidentEffects,
  type StreamIncident,
} from '../model/incident.ts';
import { type Invalid, invalid, messagesOf, type Result } from '../model/issue.ts';
import { type Kind, kindOfValue, orNull, unite } from '../model/kind.ts';
import { errorText } from '../model/printable.ts';
import type { Field, Schema } from '../model/schema.ts';
import { nameHint } from '../model/suggestion.ts';

/** The stream of a schema. */
export interface IncidentStream {
  /** Its name; empty if the config has a single one without a name. */
  readonly name: string;
  /** The time zone of cron expressions. Default: UTC. */
  readonly zone?: string | undefined;
}

/**
 * The schema with the incidents of a config: a field that one sets becomes hidden under another name, with its own draws, and in its
 * place stands a choice between the new value and a copy of the original.
 *
 * @param incidents from `parseIncidents`. The schema was parsed with them
 */
export function withIncidents(
  schema: Schema,
  incidents: readonly Incident[],
  { name, zone }: IncidentStream,
): Result<{ readonly schema: Schema }> {
  const used = incidents.flatMap((each): readonly StreamIncident[] => {
    const effects = each.in[name];
    if (effects === undefined && !isRead(each.times.name, schema)) return [];
    const { starts } = each.times;
    const times = 'cron' in starts ? { ...each.times, starts: { ...starts, zone } } : each.times;
    return [{ times, ...(effects && { effects }) }];
  });
  if (used.length === 0) return { ok: true, schema };
  const unfit = used.flatMap(({ effects }) => (effects ? (unfitEffects(effects, schema) ?? []) : []));
  if (unfit.length > 0) return invalid(...unfit);
  let fields = schema.fields;
  const made: StreamIncident[] = [];
  for (const [n, each] of used.entries()) {
    const added = withEffects({ ...schema, fields }, each, n);
    if (!added.ok) return added;
    ({ fields } = added);
    made.push(added.incident);
  }
  const sources = newSources(entitiesByName(schema.entities), undefined, undefined, calmIncidents(used));
  const trial = tryFields(fields, sources);
  if (!trial.ok) return invalid(...messagesOf(trial.issues).map((message) => `incidents: ${message}`));
  return { ok: true, schema: { ...schema, fields, incidents: made } };
}

/** Whether an expression of a schema may read an incident. */
const isRead = (name: string, { fields }: Schema): boolean =>
  new RegExp(String.raw`\bincident\(\s*(\\"|')${name.replaceAll('.', String.raw`\.`)}(\\"|')`).test(
    JSON.stringify(fields),
  );

/** Why rows cannot have effects at all. */
function unfitEffects({ place, rate, set, drop }: IncidentEffects, schema: Schema): string | undefined {
  const changes = rate !== undefined || drop !== undefined || Object.keys(set).length > 0;
  if (!changes) return undefined;
  const at = place === '' ? 'incidents' : place;
  if (schema.recording !== undefined)
    return `${at}: recorded events cannot have incidents. Remove replay, or the incident`;
  if (Number.isFinite(rowsIn(schema)))
    return `${at}: the table of an entity has no incidents. Choose another stream`;
  return undefined;
}

/** The names that an incident's expressions read: values before it. */
type Names = ReadonlyMap<string, string>;

/** Adds the effects of one incident. @param n its number, for the names of hidden fields */
function withEffects(
  schema: Schema,
  incident: StreamIncident,
  n: number,
): Result<{ readonly fields: readonly Field[]; readonly incident: StreamIncident }> {
  const { effects, times } = incident;
  const set = Object.entries(effects?.set ?? {});
  if (effects === undefined || (set.length === 0 && effects.drop === undefined))
    return { ok: true, fields: schema.fields, incident };
  const { place, where, share } = effects;
  const taken = new Set(schema.fields.map(({ name }) => name));
  for (const own of ['strength', 'drawn'])
    if (taken.has(own))
      return invalid(`${place}: the field ${own} hides what ${own} means in incidents. Rename the field`);
  const issues = set.flatMap(([name]) => unfitField(name, place, schema) ?? []);
  if (issues.length > 0) return invalid(...issues);
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  const base = (name: string): string => free(`${name}_before_${n + 1}`);
  const hidden = (name: string, text: string, more: Partial<Field> = {}): Field => ({
    name,
    type: 'catbird.expression',
    args: [text],
    hidden: true,
    ...more,
  });
  const call = `incident(${JSON.stringify(times.name)}`;
  const own = [
    hidden(free(`strength_${n + 1}`), `${call})`),
    ...Object.entries(times.draw).map(([key, list]) =>
      hidden(free(`drawn_${n + 1}_${key}`), `${call}, ${JSON.stringify(key)})`, {
        recorded: orNull(unite(list.map(openKind))),
      }),
    ),
  ];
  const names: Names = new Map([
    ...['strength', ...Object.keys(times.draw).map((key) => `drawn.${key}`)].map(
      (name, i) => [name, own[i]?.name ?? ''] as const,
    ),
    ...set.map(([name]) => [name, base(name)] as const),
  ]);
  const bases = set.map(([name]): Field => {
    const field = fieldsByName(schema.fields).get(name);
    if (field === undefined) throw new Error(`No field ${name}`);
    return { ...field, name: base(name), hidden: true, drawsAs: field.drawsAs ?? name };
  });
  const known = [...schema.fields, ...own, ...bases];
  const texts = new Map<string, string>([
    ...(where === undefined ? [] : [['where', where] as const]),
    ...(share === undefined ? [] : [['share', share] as const]),
    ...set.map(([name, text]) => [`set.${name}`, text] as const),
  ]);
  const read = new Map(
    [...texts].map(([key, text]) => [key, renamed(text, names, known, `${place}.${key}`)]),
  );
  const wrong = [...read.values()].filter((each) => each instanceof Object);
  if (wrong.length > 0) return { ok: false, issues: wrong.flatMap(({ issues: each }) => each) };
  const text = (key: string): string => String(read.get(key));
  const whereError = where === undefined ? undefined : conditionError(text('where'));
  if (whereError !== undefined) return invalid(`${place}.where: ${whereError}`);
  const shareKind = share === undefined ? 'number' : checkExpression(text('share'));
  if (!mayBe(shareKind, 'number'))
    return invalid(`${place}.share must be a number from 0 to 1, not ${typeName(shareKind)}`);
  const hit = free(`hit_${n + 1}`);
  const parts = [
    `${call}) > 0`,
    ...(where === undefined ? [] : [`(${text('where')})`]),
    ...(share === undefined ? [] : [`rand() < (${text('share')}) * ${call})`]),
  ];
  const hits = hidden(hit, parts.join(' && '), { drawsAs: `\nincident\n${times.name}` });
  const kinds = kindsOfAll(
    schema,
    known,
    set.map(([name]) => text(`set.${name}`)),
  );
  const changed = new Map<string, Field>();
  for (const [i, [name]] of set.entries()) {
    const original = bases[i];
    if (original === undefined) continue;
    const value = valueOf(text(`set.${name}`), { is: kinds.get(original.name), made: kinds.get(String(i)) });
    if (typeof value === 'string') return invalid(`${place}.set.${name} ${value}`);
    changed.set(
      name,
      choiceOf({ name, hit, value, original, isHidden: taken.has(name) && isHidden(name, schema) }),
    );
  }
  const fields = [...schema.fields.map((field) => changed.get(field.name) ?? field), ...own, ...bases, hits];
  const cycle = cycleIn(fields);
  if (cycle !== undefined) {
    const shown = cycleText(cycle.filter(({ name }) => taken.has(name)).concat(cycle.slice(-1)));
    return invalid(
      `${place}: a value that the incident sets decides which rows it affects: ${shown}. Read only fields that do not follow from those in set`,
    );
  }
  const added = [...own, ...bases, hits].map(({ name }) => name);
  return { ok: true, fields, incident: { ...incident, hit, hidden: added } };
}

const isHidden = (name: string, { fields }: Schema): boolean =>
  fields.some((field) => field.name === name && field.hidden === true);

/** A kind without the values that it has so far. */
function openKind(value: unknown): Kind {
  const { is } = kindOfValue(value);
  return (
    is === 'text' || is === 'integer' || is === 'number' || is === 'boolean' ? { is } : kindOfValue(value)
  ) as Kind;
}

/** The new value in affected rows, and the original in others. */
function choiceOf({
  name,
  hit,
  value,
  original,
  isHidden: hides,
}: {
  readonly name: string;
  readonly hit: string;
  readonly value: Field;
  readonly original: Field;
  readonly isHidden: boolean;
}): Field {
  const copy: Field = { name, type: 'catbird.ref', args: [original.name] };
  return {
    name,
    type: 'catbird.lookup',
    args: [
      {
        field: hit,
        cases: { true: { type: value.type, params: value.args } },
        default: { type: copy.type, params: copy.args },
      },
    ],
    specs: [value, copy],
    lacksWith: original.name,
    ...(hides && { hidden: true as const }),
  };
}

/** An expression that reads values before the incident, or what is wrong with it. */
function renamed(text: string, names: Names, fields: readonly Field[], place: string): string | Invalid {
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

/** The kinds of fields and of expressions; those of expressions have their number as name. */
function kindsOfAll(
  schema: Schema,
  fields: readonly Field[],
  texts: readonly string[],
): ReadonlyMap<string, Kind> {
  const made = texts.map((text, i): Field => ({ name: String(i), type: 'catbird.expression', args: [text] }));
  const all = fields.map(({ hidden: _, ...field }) => field);
  // A field may have a number as its name.
  const named = new Set(made.map(({ name }) => name));
  const kinds = kindsOf({ ...schema, fields: [...all.filter(({ name }) => !named.has(name)), ...made] });
  return new Map(kinds.map(({ name, kind }) => [name, kind]));
}

/** The spec of a new value, or what is wrong with its kind. */
function valueOf(
  text: string,
  {
    is: wanted = { is: 'any' },
    made = { is: 'any' },
  }: { readonly is: Kind | undefined; readonly made: Kind | undefined },
): Field | string {
  const spec = (written: string, recorded?: Kind): Field => ({
    name: '',
    type: 'catbird.expression',
    args: [written],
    ...(recorded && { recorded }),
  });
  const { is } = made;
  if (
    is === 'null' ||
    wanted.is === 'any' ||
    (is === wanted.is && is !== 'list' && is !== 'object' && is !== 'map' && is !== 'union')
  )
    return spec(text);
  if (wanted.is === 'number' && is === 'integer') return spec(text);
  if (wanted.is === 'integer' && is === 'number')
    return spec(`round(${text})`, { is: 'integer', nullable: true });
  const names: Partial<Record<Kind['is'], string>> = {
    integer: 'a whole number',
    number: 'a number',
    text: 'a text',
    boolean: 'true or false',
    any: 'of no known kind',
  };
  const shown = (kind: Kind): string => names[kind.is] ?? `a ${kind.is}`;
  const hint = is === 'any' ? '. Use toNumber(…), toText(…) or a comparison' : '';
  return `must keep the kind of the field: the field is ${shown(wanted)}, and this is ${shown(made)}${hint}`;
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
