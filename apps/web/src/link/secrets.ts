import { settingsOf, type Destination } from '@catbird/send';
import type { Config, Values, Withheld } from '../state/config.ts';
import { scopeOf } from '../state/settings.ts';
import { readStored as read, writeStored as write } from './storage.ts';

const CHOICE_KEY = 'keep-credentials-out';
const SECRETS_KEY = 'credentials.';

/** Credentials of a destination by the origin they belong to: `https://api.tinybird.co`. */
export type StoredSecrets = ReadonlyMap<string, Values>;

/** Whether credentials stay out of the address. */
export const keepsSecretsOut = (): boolean => read(() => localStorage.getItem(CHOICE_KEY)) === 'true';

/** Remembers the choice in this browser. */
export const rememberChoice = (keepOut: boolean): void =>
  write(() => localStorage.setItem(CHOICE_KEY, String(keepOut)));

/** The credentials of a destination in this tab's storage. */
export function readSecrets(destination: Destination): StoredSecrets {
  const stored = read((): unknown =>
    JSON.parse(sessionStorage.getItem(SECRETS_KEY + destination.name) ?? '{}'),
  );
  return new Map(
    Object.entries(stored ?? {})
      .map(([scope, values]) => [scope, secretsOf(destination, values)] as const)
      .filter(([, secrets]) => Object.keys(secrets).length > 0),
  );
}

/** Stores a config's credentials in this tab, or removes all of the destination's if they are in the address. */
export function keepSecrets(destination: Destination, { settings }: Config, keep: boolean): void {
  const scope = scopeOf(destination, settings);
  if (!keep || scope === undefined)
    return write(() => sessionStorage.removeItem(SECRETS_KEY + destination.name));
  const stored = withSecrets(readSecrets(destination), destination, settings);
  return write(() =>
    sessionStorage.setItem(SECRETS_KEY + destination.name, JSON.stringify(Object.fromEntries(stored))),
  );
}

/** Adds the credentials of the settings under their scope. Incomplete settings have none. */
export function withSecrets(
  stored: StoredSecrets,
  destination: Destination,
  settings: Values,
): StoredSecrets {
  const scope = scopeOf(destination, settings);
  const secrets = secretsOf(destination, settings);
  return scope === undefined || Object.keys(secrets).length === 0
    ? stored
    : new Map([...stored, [scope, secrets]]);
}

/** The settings without their credentials. */
export function withoutSecretsOf(destination: Destination, settings: Values): Values {
  const secrets = secretsOf(destination, settings);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !Object.hasOwn(secrets, name)));
}

/** Adds the credentials stored for exactly the origin that the settings lead to; else reports which were withheld. */
export function restoreSecrets(
  destination: Destination,
  settings: Values,
  stored: StoredSecrets,
): { readonly settings: Values; readonly withheld: Withheld | undefined } {
  const completed = [...stored].map(([scope, secrets]) => {
    const values = { ...settings, ...withoutGiven(secrets, settings) };
    return { scope, values, asked: scopeOf(destination, values) };
  });
  const own = completed.find(({ scope, asked }) => scope === asked);
  if (own !== undefined) return { settings: own.values, withheld: undefined };
  const names = [...new Set([...stored.values()].flatMap((secrets) => Object.keys(secrets)))].filter(
    (name) => !isGiven(settings, name),
  );
  const asked = completed.find((each) => each.asked !== undefined)?.asked;
  const withheld = { generatorName: destination.name, names, scopes: [...stored.keys()], asked };
  return { settings, withheld: names.length === 0 ? undefined : withheld };
}

const isGiven = (settings: Values, name: string): boolean => (settings[name] ?? '') !== '';

/** A link's own credentials win over stored ones. */
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
