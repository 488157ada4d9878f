import { isObject } from '@catbird/engine';
import { variablesIn } from './expand.ts';
import { TARGET_KEYS } from './fan-out.ts';
import { STREAM_KEYS, TOP_KEYS } from './keys.ts';
import type { Mapping } from './section.ts';
import type { ConfigDestination } from './spec.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Settings that hold no credential in any destination, unless their text looks like one. */
const SETTINGS = words(`
  account acks addressing api attributeFields auth batch bodyField brokers bucket changeField channelId
  clusterId column compression conflict container createPartitions createReplication database datasource detailType durationField errorField eventBusName eventHost
  exchange existing field format framing gzip headerName host idField index jetstream keyField maxLength
  mechanism messageGroupField messageIds method nameField objectSize orderingKey origin parentField partitionBy partitioner partitionKeyField
  partitions path port prefix preset project qos queue recordTime region retain rotate routingKey service serviceField
  severityField signal site source sourcetype spanField stream streamName subject table tags target tenant
  tls tlsCert tlsKey topic topicArn traceField valueField wait
`);

/** Settings that hold an address, also inside other settings. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'endpoint', 'queueUrl', 'restEndpoint']);

/** Members of settings that are objects: headers, options of queues and messages, settings of ClickHouse. */
const MEMBERS = words(`
  accept content-type content-encoding user-agent x-source source exclusive durable autoDelete messageTtl
  expires maxLength maxPriority expiration type mandatory persistent deliveryMode contentType
  contentEncoding priority timestamp async_insert wait_for_async_insert date_time_input_format
  input_format_skip_unknown_fields
`);

/** Parts of a query that only say how to connect, or where to write. */
const QUERY = words(`
  application_name channelMax connect_timeout database db format frameMax heartbeat name sslmode table
  topic vhost wait
`);

/** `${NAME}`, but not the escaped `$${NAME}`. */
const VARIABLE = /(?<!\$)\$\{[A-Za-z_][A-Za-z0-9_]*\}/g;

/** Stands for a variable. */
const OPEN = '\uE000';

/** Whether a text is nothing but variables: `Bearer ${TOKEN}`, `${ID}:${KEY}`. */
const isOpen = (text: string): boolean =>
  /^(?:(?:Bearer|Basic|Token) )?\uE000(?::\uE000)?$/i.test(text.replaceAll(VARIABLE, OPEN));

/**
 * Whether a value in the settings of a destination is surely no credential. Everything else may be one.
 *
 * @param path the name of the setting, and the keys inside it
 */
export function isHarmless(path: readonly string[], value: unknown): boolean {
  if (value === null || typeof value === 'boolean' || value === '') return true;
  const name = path.at(-1) ?? '';
  if (typeof value === 'string' && (isOpen(value) || ADDRESSES.has(name)))
    return isOpen(value) || isHarmlessAddress(value);
  const isKnown = path.length === 1 ? SETTINGS.has(name) : MEMBERS.has(memberOf(name));
  return isKnown && (typeof value === 'string' ? isHarmlessText(value) : typeof value === 'number');
}

/** Names of headers are the same in upper and lower case. */
const memberOf = (name: string): string =>
  name.includes('-') || /^[A-Z]/.test(name) ? name.toLowerCase() : name;

/** Without what separates the parts of an address or of a connection string, and without anything that looks random. */
const isHarmlessText = (text: string): boolean =>
  !/[=@?;&%\\"`|]|:\/\//.test(text) && text.split(/[^\p{L}\p{N}]+/u).every((part) => !looksRandom(part));

const ADDRESS =
  /^[a-z][a-z0-9+.-]*:\/\/(?:(?<user>[^/?#@\\]*)@)?(?<host>[\p{L}\p{N}.:[\]\uE000_-]*)(?<path>\/[^?#@\\]*)?(?:\?(?<query>[^?#@\\]*))?$/iu;

/** An address without a user, with a path that people can read, and a query of known names. */
function isHarmlessAddress(address: string): boolean {
  // Anything beyond the shape of an address may be read in another way.
  const { user, path = '', query = '' } = ADDRESS.exec(address.replaceAll(VARIABLE, OPEN))?.groups ?? NONE;
  if (user !== undefined && !/^\uE000(?::\uE000)?$/.test(user)) return false;
  return isHarmlessText(path) && (query === '' || query.split('&').every(isHarmlessPart));
}

const NONE: Readonly<Record<string, string | undefined>> = { user: 'unknown', path: '', query: '' };

function isHarmlessPart(part: string): boolean {
  const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
  return value === OPEN || (QUERY.has(name) && isHarmlessText(value));
}

/** Whether letters and digits are mixed as in a token. Such a part of a path may be a credential, as in the addresses of webhooks. */
const looksRandom = (text: string): boolean => text.length >= 16 && /\d/.test(text) && /\p{L}/u.test(text);

/** Whether a text has an address with a user, anywhere: `https://me:secret@example.com`. */
const hasUser = (text: string): boolean =>
  Array.from(text.replaceAll(VARIABLE, OPEN).matchAll(/:[/\\]{2}([^/?#\s\\]*)@/g)).some(
    ([, user = '']) => !/^\uE000(?::\uE000)?$/.test(user),
  );

/** A config that may be given away. */
export interface SharedConfig {
  readonly value: Mapping;
  /** As it was written, if that holds nothing else; otherwise JSON. */
  readonly text: string;
  /** Names of the variables that took the place of something. */
  readonly replaced: readonly string[];
  /** Names of all variables in settings. */
  readonly variables: readonly string[];
}

/**
 * A config without anything in settings that may be a credential: each such value is replaced by `${NAME}`, as a whole. The text has
 * nothing that the config has not, such as comments. Undefined: a credential may be where no variable can be.
 *
 * @param given as from `parseText(text)`
 */
export function shareConfig(
  given: unknown,
  text: string,
  destinations: readonly ConfigDestination[],
): SharedConfig | undefined {
  if (!isPart(given, TOP_KEYS)) return undefined;
  // Where rows are read to be verified is nobody else's business.
  const { verify, ...config } = given;
  const { streams = {}, destination } = config;
  if (!isObject(streams)) return undefined;
  const variables = newVariables(config);
  const withSettings = (part: Mapping): Mapping => {
    const command = commandOf(part['destination'] ?? destination, destinations);
    return 'settings' in part
      ? { ...part, settings: replaceIn(part['settings'], [], command, variables) }
      : part;
  };
  const partOf = (part: Mapping): Mapping => {
    const { destinations: targets, ...others } = withSettings(part);
    if (!Array.isArray(targets)) return others;
    return {
      ...part,
      ...others,
      destinations: targets.map((each: unknown) => (isObject(each) ? withSettings(each) : each)),
    };
  };
  const named: [string, Mapping][] = [];
  for (const [name, own] of Object.entries(streams)) {
    if (!isPart(own, [...STREAM_KEYS, 'startAfter'])) return undefined;
    named.push([name, partOf(own)]);
  }
  const value = { ...partOf(config), ...('streams' in config && { streams: Object.fromEntries(named) }) };
  if (stringsIn(value).some(hasUser)) return undefined;
  const replaced = variables.names();
  return {
    value,
    text: isWhole(verify, replaced) && holdsOnly(text, value) ? text : `${JSON.stringify(value, null, 2)}\n`,
    replaced,
    variables: variablesIn([value, ...named.map(([, own]) => own)].map(settingsIn)),
  };
}

/** Whether nothing was left out or replaced. */
const isWhole = (verify: unknown, replaced: readonly string[]): boolean =>
  verify === undefined && replaced.length === 0;

const hasOnly = (mapping: Mapping, keys: readonly string[]): boolean =>
  Object.keys(mapping).every((key) => keys.includes(key));

/** Whether a value is a stream, or the defaults of streams, with known keys only. */
const isPart = (value: unknown, keys: readonly string[]): value is Mapping =>
  isObject(value) && hasOnly(value, keys) && areTargets(value['destinations']);

/** Whether a value can be the destinations of a stream, or is missing. */
const areTargets = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every(
      (each: unknown) => typeof each === 'string' || (isObject(each) && hasOnly(each, TARGET_KEYS)),
    ));

/** The settings of a part, and those of its destinations. */
const settingsIn = ({ settings, destinations }: Mapping): readonly unknown[] => [
  settings,
  ...(Array.isArray(destinations) ? destinations : []).map((each: unknown) =>
    isObject(each) ? each['settings'] : undefined,
  ),
];

/** Whether a text says nothing beyond its value: no comments, no anchors, no key twice. */
function holdsOnly(text: string, value: Mapping): boolean {
  const packed = (json: string): string => json.replaceAll(/\s/g, '');
  return text.trimStart().startsWith('{') && !text.includes('#')
    ? packed(text) === packed(JSON.stringify(value))
    : !/#|<<|---|(?:^|[\s,[{])[&*!%]/.test(text);
}

function commandOf(destination: unknown, destinations: readonly ConfigDestination[]): string {
  const found = destinations.find(({ name, command }) => name === destination || command === destination);
  return found?.command ?? 'unknown';
}

function newVariables(config: Mapping) {
  const used = new Map<string, string | undefined>(variablesIn(config).map((name) => [name, undefined]));
  return {
    nameOf(parts: readonly string[], value: unknown) {
      const base = ['CATBIRD', ...parts]
        .join('_')
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replaceAll(/\W/g, '_')
        .toUpperCase();
      const written = JSON.stringify(value);
      for (let number = 1; ; number++) {
        const name = number === 1 ? base : `${base}_${number}`;
        if (!used.has(name) || used.get(name) === written) {
          used.set(name, written);
          return name;
        }
      }
    },
    names: () => [...used].flatMap(([name, written]) => (written === undefined ? [] : [name])),
  };
}

/** Gives each value the name of a variable: the same value the same, another value another. */
type Variables = ReturnType<typeof newVariables>;

function replaceIn(value: unknown, path: readonly string[], command: string, variables: Variables): unknown {
  if (Array.isArray(value))
    return value.map((each, i) => replaceIn(each, [...path, String(i)], command, variables));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, replaceIn(each, [...path, key], command, variables)]),
    );
  return isHarmless(path, value) ? value : `\${${variables.nameOf([command, ...path], value)}}`;
}

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...stringsIn(each)]);
};
