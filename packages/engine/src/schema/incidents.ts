import { cycleIn, cycleText } from '../generators/analysis/order.ts';
import { tryFields } from '../generators/analysis/trial.ts';
import { entitiesByName, newSources } from '../generators/compile/context.ts';
import { checkExpression } from '../generators/expression/compile.ts';
import { conditionError } from '../generators/expression/condition.ts';
import { mayBe, typeName } from '../generators/expression/value-type.ts';
import {
  calmIncidents,
  type Incident,
  type IncidentEffects,
  type StreamIncident,
} from '../model/incident.ts';
import { invalid, messagesOf, type Result } from '../model/issue.ts';
import { orNull, unite } from '../model/kind.ts';
import type { Field, Schema } from '../model/schema.ts';
import { type Names, renamed, unfitEffects, unfitNames } from './incident-names.ts';
import { kindsOfAll, openKind, valueOf } from './incident-values.ts';

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
  // Lines and quotes are escaped.
  const texts = JSON.stringify([schema.fields, incidents.map((each) => each.in[name])]);
  const used = incidents.flatMap((each): readonly StreamIncident[] => {
    const effects = each.in[name];
    if (effects === undefined && !isRead(each.times.name, texts)) return [];
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

/** Whether an expression of a schema or of another incident may read an incident. */
const isRead = (name: string, texts: string): boolean =>
  new RegExp(
    String.raw`\bincident\s*\((?:\s|\\[nrt])*(\\"|')${name.replaceAll('.', String.raw`\.`)}(\\"|')`,
  ).test(texts);

/** The hidden fields of an incident, and the names by which its expressions read them. */
interface Added {
  /** Its strength, and what it draws. */
  readonly own: readonly Field[];
  /** The fields that it sets, as they were before. */
  readonly bases: readonly Field[];
  readonly hit: string;
  readonly names: Names;
}

/** Adds the effects of one incident. @param n its number, for the names of hidden fields */
function withEffects(
  schema: Schema,
  incident: StreamIncident,
  n: number,
): Result<{ readonly fields: readonly Field[]; readonly incident: StreamIncident }> {
  const { effects } = incident;
  if (effects === undefined || (effects.drop !== true && Object.keys(effects.set).length === 0))
    return { ok: true, fields: schema.fields, incident };
  const unfit = unfitNames(effects, schema);
  if (unfit.length > 0) return invalid(...unfit);
  const added = addedFields(schema, incident, effects, n);
  const known = [...schema.fields, ...added.own, ...added.bases];
  const read = expressionsOf(effects, added.names, known);
  if (!read.ok) return read;
  const { texts } = read;
  const hits: Field = {
    ...hidden(added.hit, hitText(incident, texts)),
    drawsAs: `\nincident\n${incident.times.name}`,
  };
  const set = setFields(schema, effects, { added, known, texts });
  if (!set.ok) return set;
  const fields = [
    ...schema.fields.map((field) => set.changed.get(field.name) ?? field),
    ...added.own,
    ...added.bases,
    hits,
  ];
  const cycle = cycleIn(fields);
  if (cycle !== undefined)
    return invalid(
      `${effects.place}: a field that the incident sets decides which rows it affects: ${cycleText(cycle)}. In where and share, read only fields that do not follow from those in set`,
    );
  const names = [...added.own, ...added.bases, hits].map(({ name }) => name);
  return { ok: true, fields, incident: { ...incident, hit: added.hit, hidden: names } };
}

const hidden = (name: string, text: string): Field => ({
  name,
  type: 'catbird.expression',
  args: [text],
  hidden: true,
});

const callOf = ({ times }: StreamIncident): string => `incident(${JSON.stringify(times.name)}`;

function addedFields(
  { fields }: Schema,
  incident: StreamIncident,
  { set }: IncidentEffects,
  n: number,
): Added {
  const taken = new Set(fields.map(({ name }) => name));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  const call = callOf(incident);
  const drawn = Object.entries(incident.times.draw);
  const own = [
    hidden(free(`strength_${n + 1}`), `${call})`),
    ...drawn.map(([key, list]) => ({
      ...hidden(free(`drawn_${n + 1}_${key}`), `${call}, ${JSON.stringify(key)})`),
      recorded: orNull(unite(list.map(openKind))),
    })),
  ];
  const bases = fields
    .filter(({ name }) => Object.hasOwn(set, name))
    .map((field): Field => ({
      ...field,
      name: free(`${field.name}_before_${n + 1}`),
      hidden: true,
      drawsAs: field.drawsAs ?? field.name,
    }));
  const read = ['strength', ...drawn.map(([key]) => `drawn.${key}`)];
  const setNames = fields.map(({ name }) => name).filter((name) => Object.hasOwn(set, name));
  return {
    own,
    bases,
    hit: free(`hit_${n + 1}`),
    names: new Map([
      ...read.map((name, i) => [name, own[i]?.name ?? ''] as const),
      ...setNames.map((name, i) => [name, bases[i]?.name ?? ''] as const),
    ]),
  };
}

/** The expressions of effects by their keys, such as `set.status`, with the names of values before. */
function expressionsOf(
  { place, where, share, set }: IncidentEffects,
  names: Names,
  known: readonly Field[],
): Result<{ readonly texts: ReadonlyMap<string, string> }> {
  const given = Object.entries({ where, share }).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, text] as const],
  );
  const all = [...given, ...Object.entries(set).map(([name, text]) => [`set.${name}`, text] as const)];
  const texts = new Map<string, string>();
  const issues = all.flatMap(([key, text]) => {
    const read = renamed(text, names, known, `${place}.${key}`);
    if (typeof read !== 'string') return read.issues;
    texts.set(key, read);
    return [];
  });
  if (issues.length > 0) return { ok: false, issues };
  const condition = texts.get('where');
  const whereError = condition === undefined ? undefined : conditionError(condition);
  if (whereError !== undefined) return invalid(`${place}.where: ${whereError}`);
  const shareKind = checkExpression(texts.get('share') ?? '1');
  if (!mayBe(shareKind, 'number'))
    return invalid(`${place}.share must be a number from 0 to 1, not ${typeName(shareKind)}`);
  return { ok: true, texts };
}

/** The expression that is true in affected rows. */
function hitText(incident: StreamIncident, texts: ReadonlyMap<string, string>): string {
  const [call, where, share] = [callOf(incident), texts.get('where'), texts.get('share')];
  return [
    `${call}) > 0`,
    ...(where === undefined ? [] : [`(${where})`]),
    ...(share === undefined ? [] : [`rand() < (${share}) * ${call})`]),
  ].join(' && ');
}

/** The fields that take the place of those that are set, by name. */
function setFields(
  schema: Schema,
  { place, set }: IncidentEffects,
  {
    added: { bases, names, hit },
    known,
    texts,
  }: {
    readonly added: Added;
    readonly known: readonly Field[];
    readonly texts: ReadonlyMap<string, string>;
  },
): Result<{ readonly changed: ReadonlyMap<string, Field> }> {
  const keys = Object.keys(set);
  const values = keys.map((name) => texts.get(`set.${name}`) ?? '');
  const kinds = kindsOfAll(schema, known, values);
  const changed = new Map<string, Field>();
  for (const [i, name] of keys.entries()) {
    const original = bases.find((each) => each.name === names.get(name));
    if (original === undefined) continue;
    const value = valueOf(values[i] ?? '', { is: kinds.get(original.name), made: kinds.get(String(i)) });
    if (typeof value === 'string') return invalid(`${place}.set.${name} ${value}`);
    changed.set(name, choiceOf({ name, hit, value, original, isHidden: isHidden(name, schema) }));
  }
  return { ok: true, changed };
}

const isHidden = (name: string, { fields }: Schema): boolean =>
  fields.some((field) => field.name === name && field.hidden === true);

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
