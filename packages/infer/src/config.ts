import { isObject } from '@catbird/engine';
import type { Spec } from './decide/decision.ts';
import type { SchemaObject } from './draft.ts';
import type { EventTime } from './event-time.ts';
import type { Row } from './observe/observe.ts';
import { keyPatternsOf } from './decide/key-patterns.ts';
import { isVast } from './plan/unique.ts';
import { referencesOf, referring, withOwnEntities, type Link } from './references.ts';

/**
 * The texts that identify entities: a prefix and the entity's number. Where a field is named `number`, that would be the field; then each
 * entity has a text of its own.
 *
 * @param fields names of the entity's fields, with that of its key
 */
export const textKey = (prefix: string, fields: readonly string[]): Spec =>
  fields.includes('number')
    ? { type: 'helpers.fromRegExp', params: ['[0-9a-f]{16}'] }
    : { type: 'catbird.template', params: `${prefix}{{number}}` };

/** A stream of a config. */
export interface NamedSchema {
  /** What it is called: a file or a type of event. */
  readonly name: string;
  readonly schema: SchemaObject;
  /** Rows of the sample. */
  readonly rows: number;
  /** Some of them, to find out which samples refer to one another. */
  readonly kept: readonly Row[];
  /** The time of its events, if the sample has one. */
  readonly eventTime?: EventTime;
}

const HOUR_MS = 3_600_000;

/**
 * Writes a config for `catbird run` with a stream for each schema: a file with as many rows as the sample. If all have a time, the
 * streams begin as long ago as the sample spans and keep its pace, as fast as the files take them. A sample whose rows others refer to
 * is an entity, so that every order belongs to a user who exists.
 */
export function configOf(schemas: readonly NamedSchema[]): SchemaObject {
  const taken = new Set<string>();
  const names = schemas.map(({ name }) => freeName(name, taken));
  const references = referencesOf(schemas).filter(({ to }) => !isOfEvents(schemas[to]?.schema));
  const entities = new Map(references.map(({ to, key }) => [to, key]));
  const takenEntities = new Set([...entities.keys()].map((n) => names[n] ?? ''));
  const streams = schemas.filter((_, n) => !entities.has(n));
  const times = streams.flatMap(({ eventTime }) =>
    eventTime?.eventsPerSecond === undefined ? [] : [eventTime],
  );
  const isTimed = streams.length > 0 && times.length === streams.length;
  const spanMs = Math.max(...times.map(({ firstMs, lastMs }) => lastMs - firstMs));
  const linksOf = (from: number): Link[] =>
    references
      .filter((each) => each.from === from)
      .map((each) => ({ ...each, entity: names[each.to] ?? '', target: schemas[each.to]?.schema ?? {} }));
  const streamOf = (given: NamedSchema, n: number): SchemaObject => {
    const settings = { path: `${names[n] ?? ''}.ndjson` };
    // A table has no time of its own: its rows come over that of the others.
    const perSecond = Number(((given.rows * 1000) / Math.max(1, spanMs)).toPrecision(3));
    if (entities.has(n)) return { settings, ...(isTimed ? { eps: perSecond } : {}), entity: names[n] };
    const eps = isTimed ? { eps: given.eventTime?.eventsPerSecond } : {};
    return {
      settings,
      ...eps,
      limit: given.rows,
      schema: referring(withOwnEntities(given.schema, takenEntities), linksOf(n)),
    };
  };
  return {
    seed: 42,
    destination: 'file',
    ...(isTimed ? { from: `-${Math.max(1, Math.ceil(spanMs / HOUR_MS))}h` } : { eps: 'max' }),
    ...(entities.size === 0
      ? {}
      : {
          entities: Object.fromEntries(
            [...entities].map(([n, key]) => [
              names[n],
              entityOf(
                schemas[n],
                names[n] ?? '',
                key,
                linksOf(n).filter(({ to }) => to < n),
              ),
            ]),
          ),
        }),
    streams: Object.fromEntries(schemas.map((given, n) => [names[n], streamOf(given, n)])),
  };
}

/** Whether a schema cannot be that of an entity: it has the time of an event, or entities of its own. */
const isOfEvents = (schema: SchemaObject | undefined): boolean =>
  /"\$entities"|catbird\.(timestampNow|datetimeNow|session|journey)|\bnow\(\)/.test(JSON.stringify(schema));

function entityOf(
  given: NamedSchema | undefined,
  name: string,
  key: string,
  links: readonly Link[],
): SchemaObject {
  const { [key]: spec, $locale, ...others } = given?.schema ?? {};
  const isNumber = given?.kept.every((row) => typeof row[key] === 'number') === true;
  const text = keyText(given, name, { key, spec, names: [key, ...Object.keys(others)] });
  return {
    size: given?.rows ?? 1,
    ...($locale === undefined ? {} : { $locale }),
    keyName: key,
    ...(isNumber ? {} : { key: text }),
    fields: referring(others, links),
  };
}

/** The texts that identify entities: those of the sample if they hardly repeat, or of their form. */
function keyText(
  given: NamedSchema | undefined,
  name: string,
  { key, spec, names }: { readonly key: string; readonly spec: unknown; readonly names: readonly string[] },
): unknown {
  if (isDistinct(spec)) return spec;
  const texts = (given?.kept ?? []).map((row) => String(row[key]));
  // Each entity has a text of its own, as far as the pattern goes.
  const [pattern] = keyPatternsOf(texts, given?.rows ?? 1, `${name}.${key}`) ?? [];
  return pattern === undefined
    ? textKey(`${name}_`, names)
    : { type: 'helpers.fromRegExp', params: [pattern] };
}

/** Whether a spec hardly makes a text twice. */
const isDistinct = (spec: unknown): boolean => {
  if (!isObject(spec) || typeof spec['type'] !== 'string') return false;
  const { type } = spec;
  return type === 'string.uuid' || type === 'string.hexadecimal' || isVast({ ...spec, type });
};

/** A plain name that no other stream has. */
function freeName(name: string, taken: Set<string>): string {
  const plain = plainName(name);
  let free = plain;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain}_${n}`;
  taken.add(free.toLowerCase());
  return free;
}

/** Entities and streams have names of letters, digits, `_` and `-`. */
export const plainName = (name: string): string =>
  name.replaceAll(/[^\w-]+/g, '_').replace(/^(?=\d|-|$)/, 't_');
