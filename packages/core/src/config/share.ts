import { variablesIn } from './expand.ts';
import { hasUser, isHarmless } from './harmless.ts';
import { STREAM_KEYS, TOP_KEYS } from './keys.ts';
import { isMapping, type Mapping } from './part.ts';
import type { ConfigDestination } from './spec.ts';

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
 * @param config as from `parseText(text)`
 */
export function shareConfig(
  config: unknown,
  text: string,
  destinations: readonly ConfigDestination[],
): SharedConfig | undefined {
  if (!isMapping(config) || !hasOnly(config, TOP_KEYS)) return undefined;
  const { streams = {}, destination } = config;
  if (!isMapping(streams)) return undefined;
  const variables = newVariables(config);
  const partOf = (part: Mapping): Mapping => {
    const command = commandOf(part['destination'] ?? destination, destinations);
    return 'settings' in part
      ? { ...part, settings: replaceIn(part['settings'], [], command, variables) }
      : part;
  };
  const named: [string, Mapping][] = [];
  for (const [name, own] of Object.entries(streams)) {
    if (!isMapping(own) || !hasOnly(own, [...STREAM_KEYS, 'startAfter'])) return undefined;
    named.push([name, partOf(own)]);
  }
  const value = { ...partOf(config), ...('streams' in config && { streams: Object.fromEntries(named) }) };
  if (stringsIn(value).some(hasUser)) return undefined;
  const replaced = variables.names();
  return {
    value,
    text: replaced.length === 0 && holdsOnly(text, value) ? text : `${JSON.stringify(value, null, 2)}\n`,
    replaced,
    variables: variablesIn([value, ...named.map(([, own]) => own)].map((part: Mapping) => part['settings'])),
  };
}

const hasOnly = (mapping: Mapping, keys: readonly string[]): boolean =>
  Object.keys(mapping).every((key) => keys.includes(key));

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

/** Gives each value the name of a variable: the same value the same, another value another. */
interface Variables {
  nameOf(parts: readonly string[], value: unknown): string;
  names(): readonly string[];
}

function newVariables(config: Mapping): Variables {
  const used = new Map<string, string | undefined>(variablesIn(config).map((name) => [name, undefined]));
  return {
    nameOf(parts, value) {
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

function replaceIn(value: unknown, path: readonly string[], command: string, variables: Variables): unknown {
  if (Array.isArray(value))
    return value.map((each, i) => replaceIn(each, [...path, String(i)], command, variables));
  if (isMapping(value))
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
