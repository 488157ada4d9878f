import { credentialsIn, DeliveryError } from '@catbird/send';
import { errorWithout } from '../../redacted.ts';
import type { StoreAddress } from './address.ts';
import type { Store } from './store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** How to open each kind of store. Its client loads only now. */
const OPEN: Readonly<
  Record<StoreAddress['kind'], (address: StoreAddress, env: Environment) => Promise<Store>>
> = {
  redis: async (address) => (await import('../../systems/redis/store.ts')).openRedis(address),
  postgres: async (address) => (await import('../../systems/postgres/store.ts')).openPostgres(address),
  s3: async (address, env) => (await import('../../systems/s3/store.ts')).openS3(address, env),
};

/** Credentials in variables of AWS's tools, also as a part of an endpoint. */
const secretsIn = (env: Environment): readonly (string | undefined)[] => [
  env['AWS_ACCESS_KEY_ID'],
  env['AWS_SECRET_ACCESS_KEY'],
  env['AWS_SESSION_TOKEN'],
  ...['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].flatMap((name) => credentialsIn(env[name] ?? '')),
];

/**
 * Opens a store. Nothing is sent before it is used. Errors contain no credentials, whatever the service responds.
 *
 * @throws DeliveryError if credentials are missing, or the endpoint is no address
 */
export async function openStore(address: StoreAddress, env: Environment): Promise<Store> {
  const own = address.kind === 's3' ? secretsIn(env) : [];
  const secrets = [address.password, ...credentialsIn(address.server), ...own].filter(
    (secret) => secret !== undefined,
  );
  const safely = <Result>(act: Promise<Result>): Promise<Result> =>
    act.catch((error: unknown) => {
      throw error instanceof DeliveryError ? errorWithout(error, secrets) : error;
    });
  const store = await safely(OPEN[address.kind](address, env));
  return {
    pattern: store.pattern,
    load: (key) => safely(store.load(key)),
    save: (key, text, version) => safely(store.save(key, text, version)),
    all: () => safely(store.all()),
    close: () => store.close(),
  };
}
