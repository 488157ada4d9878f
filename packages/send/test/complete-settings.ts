import { settingsOf } from '../src/destinations/parse-config.ts';
import type { Destination } from '../src/destinations/destination.ts';

/** Settings as a person types them. */
export type Texts = Readonly<Record<string, string>>;

/** Secrets that have a form. */
const SECRETS: Texts = { apiKey: 'a.b:c', sas: 'sv=2021-12-02&sig=signature', accountKey: 'YQ==' };

/** A secret that a setting takes. */
export const secretOf = (setting: string): string => SECRETS[setting] ?? 'secret';

/** What each required setting of a destination has as its example, and credentials, if it takes some. */
export function completeSettings(destination: Destination): Texts {
  const settings = settingsOf(destination);
  const required = settings.filter(({ required, when }) => required && when === undefined);
  const isLogin = ({ secret, name }: (typeof settings)[number]): boolean => secret && name !== 'password';
  const login = required.some(({ secret }) => secret) ? [] : settings.filter(isLogin).slice(0, 1);
  return Object.fromEntries(
    [...required, ...login].map(({ name, secret, example }) => {
      if (!secret && example === undefined)
        throw new Error(`${destination.name}.${name} is required and has no example`);
      return [name, secret ? secretOf(name) : (example ?? '')];
    }),
  );
}

/** The setting of a destination that takes an address, and what sends rows to that address; undefined if it has none. */
export function addressedSettings(
  destination: Destination,
): { readonly setting: string; readonly at: (address: string) => Texts } | undefined {
  if (destination.name === 'AWSSNS')
    return { setting: 'snsOptions', at: (endpoint) => ({ snsOptions: JSON.stringify({ endpoint }) }) };
  if (destination.name === 'AWSSQS')
    return {
      setting: 'queueUrl',
      at: (url) => ({ queueUrl: `${url}/123456789012/events`, region: 'us-east-1' }),
    };
  const names = settingsOf(destination).map(({ name }) => name);
  const setting = ['endpoint', 'url'].find((name) => names.includes(name));
  return setting === undefined ? undefined : { setting, at: (address) => ({ [setting]: address }) };
}
