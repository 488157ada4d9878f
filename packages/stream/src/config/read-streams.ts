import { TOP_KEYS, COMMON, STREAM_KEYS, STREAM_NAME, type StreamKeys } from './keys.ts';
import {
  type Mapping,
  entitiesSource,
  missingDestination,
  objectOf,
  readSection,
  readValues,
  unknownKeys,
  type Section,
  type Reading,
} from './section.ts';
import {
  invalid,
  type Incident,
  type Invalid,
  issuesIn,
  type Issue,
  parseIncidents,
  templates,
  isObject,
} from '@catbird/engine';
import { readTargets, withSameTimes, type Target } from './fan-out.ts';
import type { Values } from './flag.ts';
import { renamedSettings } from './renamed.ts';
import type { ConfigDestination, ConfigStream, EntitiesSource } from './spec.ts';
import { readStartAfter, startAfterIssues } from './start-after.ts';

/** The name of a generator type, such as `string.uuid`, as the short form of a field. */
const TYPE_NAME = /^[a-z]\w*\.\w+$/i;

/** Whether a config is a schema: it has fields with types, and no key of a config. */
const isSchema = (all: Mapping): boolean =>
  Object.keys(all).every((key) => key === '$schema' || !TOP_KEYS.includes(key)) &&
  Object.entries(all).some(([key, value]) =>
    typeof value === 'string'
      ? key !== '$schema' && TYPE_NAME.test(value)
      : isObject(value) && typeof value['type'] === 'string',
  );

/** Whether a value is meant as a config rather than as a schema: most of its keys are those of a config, and one says what is sent, or where. */
export function isConfig(value: unknown): value is Mapping {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return (
    keys.filter((key) => TOP_KEYS.includes(key)).length * 2 >= keys.length &&
    ['destination', 'destinations', 'streams', 'schema', 'template', 'settings'].some((key) => {
      const each = value[key];
      return each !== undefined && !(isObject(each) && typeof each['type'] === 'string');
    })
  );
}

/** What to do with a schema in place of a config. */
const SCHEMA_HINT =
  'This is a schema, not a config. Put it under schema, next to a destination: {"destination": "log", "schema": {…}}';

/** The streams of a config. */
interface ConfigStreams<Known extends ConfigDestination = ConfigDestination> {
  /** One stream without a name, or all in `streams`. */
  readonly streams: readonly ConfigStream<Known>[];
  /** The entities that their schemas share. */
  readonly entities: EntitiesSource | undefined;
  readonly onStreamFailure: 'stop' | 'continue';
  /** The packages of the generator types that they use, as named. */
  readonly types: readonly string[];
}

/** The streams of a config; or all issues, with what could be read all the same, to look for more of them. */
export type ConfigReading<Known extends ConfigDestination = ConfigDestination> =
  (ConfigStreams<Known> & { readonly ok: true }) | (Invalid & { readonly partly?: ConfigStreams<Known> });

/** What a config is read with. */
type ConfigContext<Known extends ConfigDestination> = Omit<Reading<Known>, 'issues'>;

/** Reads the streams of a config. Reports all issues at once. @param config as from `parseText` */
export function readStreams<Known extends ConfigDestination>(
  config: unknown,
  context: ConfigContext<Known>,
): ConfigReading<Known> {
  const issues: Issue[] = [];
  const reading: Reading<Known> = { ...context, issues };
  const all = objectOf(config, 'A config', issues);
  if (isSchema(all)) return invalid(SCHEMA_HINT);
  issues.push(...unknownKeys(all, TOP_KEYS, ''));
  if (all['startAfter'] !== undefined)
    issues.push({ message: 'startAfter: set it in a stream, under streams' });
  const { seed, onStreamFailure, types = [] }: CommonOptions = readValues(all, COMMON, '', issues);
  const top = readSection(all, '', reading);
  const withSeed = { ...top, options: { ...top.options, ...(seed === undefined ? {} : { seed }) } };
  const targets = readTargets(all, '', reading);
  targets?.forEach((each) => checkTarget(each, reading));
  const streams =
    'streams' in all
      ? namedStreams(all, withSeed, targets, reading)
      : single(withSeed, all, targets, reading);
  const entities = entitiesSource(all['entities'], reading);
  const incidents = incidentsIn(all, issues);
  const specs = streams.flatMap((stream) => {
    if (stream === undefined) return [];
    const { zone } = stream.options;
    const its = { all: incidents, name: streamOf(stream, all), ...(zone !== undefined && { zone }) };
    return [incidents.length === 0 ? stream : { ...stream, incidents: its }];
  });
  if (specs.length > MAX_STREAMS)
    issues.push({ message: `A config must have at most ${MAX_STREAMS.toLocaleString('en')} streams` });
  const read = { streams: specs, entities, onStreamFailure: onStreamFailure ?? 'stop', types };
  return issues.length > 0 ? { ok: false, issues: firstOf(issues), partly: read } : { ok: true, ...read };
}

/** The incidents of a config. */
function incidentsIn({ incidents, streams }: Mapping, issues: Issue[]): readonly Incident[] {
  if (incidents === undefined) return [];
  const read = parseIncidents(incidents, isObject(streams) ? Object.keys(streams) : []);
  issues.push(...issuesIn(read));
  return read.ok ? read.incidents : [];
}

/** The name under which a stream is written: those to several destinations have one more. */
const streamOf = ({ name = '' }: Pick<ConfigStream, 'name'>, { streams }: Mapping): string =>
  streams === undefined
    ? ''
    : isObject(streams) && Object.hasOwn(streams, name)
      ? name
      : (name.split('.')[0] ?? '');

/** Maximum number of issues to report. */
const MAX_ISSUES = 100;

const firstOf = (issues: readonly Issue[]): readonly Issue[] =>
  issues.length <= MAX_ISSUES
    ? issues
    : [
        ...issues.slice(0, MAX_ISSUES),
        { message: `${(issues.length - MAX_ISSUES).toLocaleString('en')} more problems` },
      ];

/** Maximum number of streams of one process. */
const MAX_STREAMS = 1000;

type CommonOptions = Partial<Values<typeof COMMON>>;

function single<Known extends ConfigDestination>(
  top: Section<Known>,
  all: Mapping,
  targets: readonly Target<Known>[] | undefined,
  reading: Reading<Known>,
): (ConfigStream<Known> | undefined)[] {
  if (targets !== undefined) return fannedOut(top, targets, (option) => option, reading);
  if (all['destination'] === undefined) reading.issues.push(missingDestination('', reading.catalogue));
  return [asStream(top, '', reading)];
}

/** A stream to each of its destinations: the same rows, each with its own pace, counts and state. */
const fannedOut = <Known extends ConfigDestination>(
  stream: Section<Known>,
  targets: readonly Target<Known>[],
  outerOption: (option: string) => string,
  reading: Reading<Known>,
): ConfigStream<Known>[] =>
  targets.flatMap(({ name, prefix, section }) => {
    const options = withOwnLetters(withSameTimes(stream), section.options, name);
    // Settings were checked once, though several streams may have them.
    const own = { settings: {}, options: section.options };
    const spec = asStream({ ...withDefaults(stream, section), options }, prefix, reading, own);
    if (spec === undefined) return [];
    const optionOf = (option: string): string =>
      option in section.options ? spec.optionOf(option) : outerOption(option);
    return [{ ...spec, name, optionOf }];
  });

function checkTarget<Known extends ConfigDestination>(
  { prefix, section: { destination, settings } }: Target<Known>,
  reading: Reading<Known>,
): void {
  if (destination !== undefined) checkSettings(settings, destination, prefix, reading);
}

/** Options with the defaults of several streams. Each has its own file of dead letters. */
const withOwnLetters = (defaults: StreamKeys, own: StreamKeys, name: string): StreamKeys => ({
  ...withoutRate(defaults, own),
  ...(defaults.deadLetter !== undefined && { deadLetter: `${defaults.deadLetter}.${name}` }),
  ...own,
});

/** The named streams, with the top-level keys as their defaults. */
function namedStreams<Known extends ConfigDestination>(
  all: Mapping,
  top: Section<Known>,
  topTargets: readonly Target<Known>[] | undefined,
  reading: Reading<Known>,
): (ConfigStream<Known> | undefined)[] {
  const { issues } = reading;
  const given = all['streams'];
  if (Array.isArray(given)) {
    issues.push({ message: 'streams must be an object: write each stream under its name, {"orders": {…}}' });
    return [];
  }
  const streams = Object.entries(objectOf(given, 'streams', issues));
  if (all['settings'] !== undefined && all['destination'] === undefined && topTargets === undefined)
    issues.push({ message: 'settings at the top level require a destination at the top level' });
  if (streams.length === 0)
    issues.push({ message: 'streams must contain at least one stream, under its name' });
  if (streams.length > MAX_STREAMS) {
    issues.push({ message: `streams must contain at most ${MAX_STREAMS.toLocaleString('en')} streams` });
    return [];
  }
  if (top.destination !== undefined) checkSettings(top.settings, top.destination, '', reading);
  const before = new Map<string, readonly string[]>();
  const parts = new Map<string, readonly string[]>();
  const specs = streams.flatMap(([name, value]) => {
    const prefix = `streams.${name}.`;
    if (!STREAM_NAME.test(name))
      issues.push({ message: `Invalid stream name ${JSON.stringify(name)}. Use letters, digits, - and _` });
    const own = objectOf(value, `streams.${name}`, issues);
    const { seed, types, startAfter, ...others } = own;
    for (const [key, value] of Object.entries({ seed, types }))
      if (value !== undefined)
        issues.push({ message: `${prefix}${key}: set the ${key} at the top level, for all streams` });
    issues.push(...unknownKeys(others, [...STREAM_KEYS, 'startAfter'], prefix));
    before.set(name, readStartAfter(startAfter, name, issues));
    const section = readSection(own, prefix, reading);
    const merged = {
      ...withDefaults(top, section),
      options: withOwnLetters(top.options, section.options, name),
    };
    const ownTargets = readTargets(own, prefix, reading);
    ownTargets?.forEach((each) => checkTarget(each, reading));
    const targets = ownTargets ?? (own['destination'] === undefined ? topTargets : undefined);
    const optionOf = (option: string): string => (option in section.options ? `${prefix}${option}` : option);
    if (targets !== undefined) {
      const fanned = fannedOut(merged, targets, optionOf, reading).map((spec) => ({
        ...spec,
        name: `${name}.${spec.name}`,
      }));
      parts.set(
        name,
        fanned.map((spec) => spec.name),
      );
      return fanned.map((spec) => ({ ...spec, startAfter: before.get(name) ?? [] }));
    }
    if (own['destination'] === undefined && all['destination'] === undefined)
      issues.push(missingDestination(prefix, reading.catalogue));
    const spec = asStream(merged, prefix, reading, section);
    return spec === undefined ? [] : [{ ...spec, name, startAfter: before.get(name) ?? [] }];
  });
  issues.push(...startAfterIssues(before));
  return specs.map((spec) => ({
    ...spec,
    startAfter: spec.startAfter.flatMap((each) => parts.get(each) ?? [each]),
  }));
}

/** The destination that takes all rows and has no settings. */
const LOG = 'log';

/** A stream with defaults from the top level. Settings apply only to their destination. */
function withDefaults<Known extends ConfigDestination>(
  top: Section<Known>,
  own: Section<Known>,
): Section<Known> {
  const destination = own.destination ?? top.destination;
  return {
    destination,
    settings: { ...(destination === top.destination ? top.settings : {}), ...own.settings },
    source: own.source ?? top.source,
    options: { ...withoutRate(top.options, own.options), ...own.options },
  };
}

/** A stream's own `eps` replaces the `starts` of all streams, which only journeys have, and the other way around. */
const withoutRate = ({ eps, starts, ...others }: StreamKeys, own: StreamKeys): StreamKeys => ({
  ...others,
  ...(eps === undefined || own.starts !== undefined ? {} : { eps }),
  ...(starts === undefined || own.eps !== undefined || own.starts !== undefined
    ? {}
    : { startsOfAll: starts }),
});

/**
 * @param own what is under `prefix`, without defaults
 * @returns without a destination, which is an issue, a stream to the log, whose other keys can be checked
 */
function asStream<Known extends ConfigDestination>(
  { destination, settings, source, options }: Section<Known>,
  prefix: string,
  reading: Reading<Known>,
  own: Pick<Section<Known>, 'settings' | 'options'> = { settings, options },
): ConfigStream<Known> | undefined {
  if (destination === undefined) {
    const log = reading.catalogue.destinations.find(({ command }) => command === LOG);
    const { format: _, ...others } = options;
    const stream = { destination: log, settings: {}, source, options: others };
    return log && asStream(stream, prefix, reading, { ...own, settings: {} });
  }
  checkSettings(own.settings, destination, prefix, reading);
  return {
    destination,
    settings: { ...reading.catalogue.settingsOf?.(destination), ...settings },
    source: source ?? { template: templates[0]?.name ?? '' },
    options,
    nameOf: (setting) => `${prefix}settings.${setting}`,
    optionOf: (option) => (option in own.options ? `${prefix}${option}` : option),
  };
}

function checkSettings<Known extends ConfigDestination>(
  settings: Mapping,
  destination: Known,
  prefix: string,
  { catalogue, issues }: Reading<Known>,
): void {
  const known = catalogue.settingNames(destination);
  if (known !== undefined)
    issues.push(...unknownKeys(settings, known, `${prefix}settings.`, renamedSettings(destination)));
}
