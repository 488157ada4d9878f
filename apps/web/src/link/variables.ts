import type { Values } from '../state/config.ts';

/** Beside the credentials of destinations, in this tab only. */
const KEY = 'credentials.config';

/** The scopes that each variable's value goes to, by name, if the settings are complete: `https://api.tinybird.co`. */
export type Scopes = Readonly<Record<string, readonly string[]>>;

interface Kept {
  readonly value: string;
  readonly scopes: readonly string[];
}

/** Stores the values of a config's variables in this tab, with where they go. They are in no address. */
export function keepVariables(values: Values, scopes: Scopes): void {
  const kept = Object.entries(values).flatMap(([name, value]) => {
    const own = scopes[name];
    return value === '' || own === undefined ? [] : [[name, { value, scopes: own }] as const];
  });
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readKept(), ...Object.fromEntries(kept) }));
  } catch {
    // Storage is blocked or full: the values last until the page is closed.
  }
}

/**
 * The stored values of variables, each only if it goes exactly where it went before; else an empty text, as names may be those of
 * every object, such as `constructor`.
 *
 * @param scopesWith the scopes with these values
 */
export function restoreVariables(names: readonly string[], scopesWith: (values: Values) => Scopes): Values {
  const kept = readKept();
  const none = Object.fromEntries(names.map((name) => [name, '']));
  const known = names.flatMap((name) => {
    const found = Object.hasOwn(kept, name) ? kept[name] : undefined;
    return found === undefined ? [] : [[name, found] as const];
  });
  const scopes = scopesWith({ ...none, ...valuesOf(known) });
  return {
    ...none,
    ...valuesOf(
      known.filter(([name, before]) => JSON.stringify(scopes[name]) === JSON.stringify(before.scopes)),
    ),
  };
}

const valuesOf = (known: readonly (readonly [string, Kept])[]): Values =>
  Object.fromEntries(known.map(([name, { value }]) => [name, value]));

function readKept(): Readonly<Record<string, Kept>> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return Object.fromEntries(
      Object.entries(stored ?? {}).filter((pair): pair is [string, Kept] => isKept(pair[1])),
    );
  } catch {
    // Storage is blocked or its content invalid: nothing is remembered.
    return {};
  }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'value' in value &&
  typeof value.value === 'string' &&
  'scopes' in value &&
  Array.isArray(value.scopes);
