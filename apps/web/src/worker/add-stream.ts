import { isObject, underStream } from '@catbird/engine';
import { isYaml, parseText, STREAM_NAME, yamlDocument, type Mapping } from '@catbird/stream';
import type { Addition } from '../state/addition.ts';
import { journeyField, writtenStreams } from './additions.ts';
import type { ConfigText } from './shown-config.ts';

/** A config with one more stream. */
export interface ExtendedConfig extends ConfigText {
  /** The name of the added stream. */
  readonly added: string;
}

/** The name that the only stream of a config gets once there is another one. */
const FIRST = 'events';

/** What stays at the top of a config whose only stream gets a name. */
const SHARED: readonly string[] = [
  '$schema',
  'seed',
  'onStreamFailure',
  'destination',
  'destinations',
  'settings',
  'entities',
  'verify',
];

/** Adds a stream to the text of a config. YAML keeps its comments. */
export async function addStream({ name, text }: ConfigText, addition: Addition): Promise<ExtendedConfig> {
  const bare = text.replace(/^\uFEFF/, '');
  const named = withStreams(await parseText(bare, name));
  const streams = isObject(named['streams']) ? named['streams'] : {};
  const added = freeName(addition, Object.keys(streams));
  const stream = newStream(addition, added, named);
  const whole = { ...named, streams: { ...streams, [added]: stream } };
  const yaml = isYaml(name) ? await extendedYaml(bare, added, stream) : undefined;
  // A text that would be read as anything else is not kept.
  if (yaml !== undefined && isSame(await parseText(yaml, name), whole)) return { name, text: yaml, added };
  return {
    name: name.replace(/\.ya?ml$/i, '.json'),
    text: `${JSON.stringify(whole, undefined, 2)}\n`,
    added,
  };
}

/** A config whose only stream has a name. */
function withStreams(value: unknown): Mapping {
  if (!isObject(value)) throw new Error('A config is an object');
  if ('streams' in value) return value;
  const entries = Object.entries(value);
  const { incidents } = value;
  return {
    ...Object.fromEntries(entries.filter(([key]) => SHARED.includes(key))),
    ...(incidents !== undefined && { incidents: underStream(incidents, FIRST) }),
    streams: {
      [FIRST]: Object.fromEntries(entries.filter(([key]) => !SHARED.includes(key) && key !== 'incidents')),
    },
  };
}

async function extendedYaml(text: string, name: string, stream: Mapping): Promise<string | undefined> {
  const document = await yamlDocument(text);
  // Anything else than a list of streams is written anew, as JSON.
  if (!document.hasIn(['streams'])) return undefined;
  document.setIn(['streams', name], document.createNode(stream));
  return document.toString({ lineWidth: 0 });
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function freeName(addition: Addition, taken: readonly string[]): string {
  const base = wordOf(addition);
  const name = STREAM_NAME.test(base) ? base : base.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  for (let n = 1; ; n++) {
    const free = n === 1 ? name || 'stream' : `${name || 'stream'}-${n}`;
    if (!taken.includes(free)) return free;
  }
}

function wordOf(addition: Addition): string {
  if (addition.kind === 'state') return addition.state;
  if (addition.kind === 'table') return addition.entity;
  return addition.kind === 'template' ? addition.template.toLowerCase() : 'stream';
}

/** Events per second of a stream that has no rate to follow. */
const EPS = 10;

/** Events per second of a table whose rows have times. */
const TIMED_EPS = 1000;

function newStream(addition: Addition, added: string, config: Mapping): Mapping {
  const streams = writtenStreams(config);
  if (addition.kind === 'state') return stateStream(addition, added, streams);
  const place = placeOf(streams[0], added);
  if (addition.kind === 'table') {
    const isTimed = ['from', 'to', 'speed', 'starts'].some((key) => config[key] !== undefined);
    return { ...place, entity: addition.entity, eps: isTimed ? TIMED_EPS : 'max' };
  }
  const { starts, eps, speed } = config;
  const own = typeof speed === 'number' ? EPS / speed : EPS;
  const rate = eps === undefined ? { eps: typeof starts === 'number' ? starts : own } : {};
  if (addition.kind === 'template') return { ...place, ...rate, template: addition.template };
  const schema = { id: { type: 'string.uuid' }, at: { type: 'catbird.timestampNow' } };
  return { ...place, ...rate, schema };
}

type Written = ReturnType<typeof writtenStreams>[number];

/** A copy of a stream that sends another state of its journey. */
function stateStream(
  { like, field, state }: Extract<Addition, { readonly kind: 'state' }>,
  added: string,
  streams: readonly Written[],
): Mapping {
  const name = like === '' ? FIRST : like;
  const stream = streams.find(([each]) => each === name)?.[1] ?? {};
  const journey = journeyField(stream, field);
  const [schema, params] = [stream['schema'], journey?.['params']];
  if (!isObject(schema) || !isObject(params)) throw new Error(`Stream ${name} has no journey ${field}`);
  return {
    ...stream,
    ...placeOf([name, stream], added),
    schema: { ...schema, [field]: { ...journey, params: { ...params, only: [state] } } },
  };
}

/** Where a stream sends, with the name of another one in the place of its own: `path: refunds.ndjson` for `orders.ndjson`. */
function placeOf(stream: Written | undefined, added: string): Mapping {
  if (stream === undefined) return {};
  const [name, { destination, settings }] = stream;
  return {
    ...(destination !== undefined && { destination }),
    ...(isObject(settings) && {
      settings: Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [key, renamed(value, name, added)]),
      ),
    }),
  };
}

/** An address keeps its host. */
function renamed(value: unknown, name: string, added: string): unknown {
  if (typeof value !== 'string' || name === '') return value;
  const [, before = '', after = value] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)(.*)$/is.exec(value) ?? [];
  return before + after.replaceAll(name, added);
}
