import { settingsOf, type Destination } from '@catbird/core/destinations';
import { scopeOf, type Config, type Values, type Withheld } from '../state/settings.ts';

/** Where the choice to keep credentials out of the address is remembered, on this machine. */
const CHOICE_KEY = 'keep-credentials-out';
const SECRETS_KEY = 'credentials.';

/** Credentials of one destination, by the scope that they are for: `https://api.tinybird.co`. */
export type Kept = ReadonlyMap<string, Values>;

/** Whether credentials stay out of the address. */
export const keepsSecretsOut = (): boolean => read(() => localStorage.getItem(CHOICE_KEY)) === 'true';

/** Remembers the choice. */
export const rememberChoice = (keepOut: boolean): void =>
  write(() => localStorage.setItem(CHOICE_KEY, String(keepOut)));

/** The credentials that this tab keeps for a destination. They end with the tab. */
export function readSecrets(destination: Destination): Kept {
  const stored = read((): unknown =>
    JSON.parse(sessionStorage.getItem(SECRETS_KEY + destination.name) ?? '{}'),
  );
  return new Map(
    Object.entries(stored ?? {})
      .map(([scope, values]) => [scope, secretsOf(destination, values)] as const)
      .filter(([, secrets]) => Object.keys(secrets).length > 0),
  );
}

/** Keeps the credentials of a config in this tab, or forgets all of its destination when they are in the address. */
export function keepSecrets(destination: Destination, { settings }: Config, keep: boolean): void {
  const scope = scopeOf(destination, settings);
  if (!keep || scope === undefined)
    return write(() => sessionStorage.removeItem(SECRETS_KEY + destination.name));
  const kept = withSecrets(readSecrets(destination), destination, settings);
  return write(() =>
    sessionStorage.setItem(SECRETS_KEY + destination.name, JSON.stringify(Object.fromEntries(kept))),
  );
}

/** With the credentials of settings, under their own scope; those of incomplete settings are for nothing. */
export function withSecrets(kept: Kept, destination: Destination, settings: Values): Kept {
  const scope = scopeOf(destination, settings);
  const secrets = secretsOf(destination, settings);
  return scope === undefined || Object.keys(secrets).length === 0
    ? kept
    : new Map([...kept, [scope, secrets]]);
}

/** The settings without their credentials. */
export function withoutSecretsOf(destination: Destination, settings: Values): Values {
  const secrets = secretsOf(destination, settings);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !Object.hasOwn(secrets, name)));
}

/** The settings with the credentials that are kept for just the place they lead to, or word of those that are not. */
export function restoreSecrets(
  destination: Destination,
  settings: Values,
  kept: Kept,
): { readonly settings: Values; readonly withheld: Withheld | undefined } {
  const completed = [...kept].map(([scope, secrets]) => {
    const values = { ...settings, ...withoutGiven(secrets, settings) };
    return { scope, values, asked: scopeOf(destination, values) };
  });
  const own = completed.find(({ scope, asked }) => scope === asked);
  if (own !== undefined) return { settings: own.values, withheld: undefined };
  const names = [...new Set([...kept.values()].flatMap((secrets) => Object.keys(secrets)))].filter(
    (name) => !isGiven(settings, name),
  );
  const asked = completed.find((each) => each.asked !== undefined)?.asked;
  const withheld = { generatorName: destination.name, names, scopes: [...kept.keys()], asked };
  return { settings, withheld: names.length === 0 ? undefined : withheld };
}

const isGiven = (settings: Values, name: string): boolean => (settings[name] ?? '') !== '';

/** A link's own credentials come before kept ones. */
const withoutGiven = (secrets: Values, settings: Values): Values =>
  Object.fromEntries(Object.entries(secrets).filter(([name]) => !isGiven(settings, name)));

function secretsOf(destination: Destination, values: unknown): Values {
  const texts = new Map<string, unknown>(typeof values === 'object' ? Object.entries(values ?? {}) : []);
  return Object.fromEntries(
    settingsOf(destination).flatMap(({ name, secret }) => {
      const value = texts.get(name);
      return secret && typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}

function read<Value>(get: () => Value): Value | undefined {
  try {
    return get();
  } catch {
    // Storage is forbidden here, or holds what nobody wrote: nothing is remembered.
    return undefined;
  }
}

function write(set: () => void): void {
  try {
    set();
  } catch {
    // Storage is forbidden or full: the choice and the credentials last as long as the page.
  }
}
