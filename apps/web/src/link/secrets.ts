import { settingsOf, type Destination } from '@catbird/core/destinations';
import type { Config, Values } from '../state/settings.ts';

/** Where the choice to keep credentials out of the address is remembered, on this machine. */
const CHOICE_KEY = 'keep-credentials-out';
const SECRETS_KEY = 'credentials.';

/** Whether credentials stay out of the address. */
export const keepsSecretsOut = (): boolean => read(() => localStorage.getItem(CHOICE_KEY)) === 'true';

/** Remembers the choice. */
export const rememberChoice = (keepOut: boolean): void =>
  write(() => localStorage.setItem(CHOICE_KEY, String(keepOut)));

/** The credentials that this tab keeps for a destination. They end with the tab. */
export function readSecrets(destination: Destination): Values {
  const values = read((): unknown =>
    JSON.parse(sessionStorage.getItem(SECRETS_KEY + destination.name) ?? '{}'),
  );
  return onlySecrets(destination, new Map(Object.entries(values ?? {})));
}

/** Keeps the credentials of a config in this tab, or forgets them when they are in the address. */
export function keepSecrets(destination: Destination, config: Config, keep: boolean): void {
  const secrets = onlySecrets(destination, new Map(Object.entries(config.settings)));
  write(() =>
    keep
      ? sessionStorage.setItem(SECRETS_KEY + destination.name, JSON.stringify(secrets))
      : sessionStorage.removeItem(SECRETS_KEY + destination.name),
  );
}

const onlySecrets = (destination: Destination, values: ReadonlyMap<string, unknown>): Values =>
  Object.fromEntries(
    settingsOf(destination).flatMap(({ name, secret }) => {
      const value = values.get(name);
      return secret && typeof value === 'string' ? [[name, value]] : [];
    }),
  );

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
