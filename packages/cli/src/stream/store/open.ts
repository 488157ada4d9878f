import { credentialsIn, DeliveryError } from '@catbird/send';
import { errorWithout } from '../../redacted.ts';
import type { StoreAddress } from './address.ts';
import type { Environment } from '../../environment/tool.ts';
import type { Store } from './store.ts';

/** A store, with what of its settings is from the environment, for people, and secrets that no error may have, which may become more. */
export interface OpenedStore {
  readonly store: Store;
  readonly notes: readonly string[];
  readonly secrets: readonly string[];
}

/** How to open each kind of store. Its client loads only now. */
const OPEN: Readonly<
  Record<StoreAddress['kind'], (address: StoreAddress, env: Environment) => Promise<OpenedStore>>
> = {
  redis: async (address) => ({
    store: (await import('../../systems/redis/store.ts')).openRedis(address),
    notes: [],
    secrets: [],
  }),
  postgres: async (address, env) =>
    (await import('../../systems/postgres/store.ts')).openPostgres(address, env),
  s3: async (address, env) => (await import('../../systems/s3/store.ts')).openS3(address, env),
};

/**
 * Opens a store. Nothing is sent before it is used. Errors contain no credentials, whatever the service responds.
 *
 * @throws DeliveryError if credentials are missing, or the endpoint is no address
 */
export async function openStore(
  address: StoreAddress,
  env: Environment,
  note: (text: string) => void = () => undefined,
): Promise<Store> {
  const own = [address.password, ...credentialsIn(address.server)].filter((secret) => secret !== undefined);
  let secrets: readonly string[] = [];
  const safely = <Result>(act: Promise<Result>): Promise<Result> =>
    act.catch((error: unknown) => {
      throw error instanceof DeliveryError ? errorWithout(error, [...own, ...secrets]) : error;
    });
  const opened = await safely(OPEN[address.kind](address, env));
  const { store } = opened;
  ({ secrets } = opened);
  opened.notes.forEach(note);
  return {
    pattern: store.pattern,
    load: (key) => safely(store.load(key)),
    save: (key, text, version) => safely(store.save(key, text, version)),
    all: () => safely(store.all()),
    close: () => store.close(),
  };
}
