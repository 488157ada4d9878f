import type { StoreAddress } from './address.ts';
import type { Store } from './store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** How to open each kind of store. Its client loads only now. */
const OPEN: Readonly<
  Record<StoreAddress['kind'], (address: StoreAddress, env: Environment) => Promise<Store>>
> = {
  redis: async (address) => (await import('./redis.ts')).openRedis(address),
  postgres: async (address) => (await import('./postgres.ts')).openPostgres(address),
  s3: async (address, env) => (await import('./s3.ts')).openS3(address, env),
};

/**
 * Opens a store. Nothing is sent before it is used.
 *
 * @throws DeliveryError if credentials are missing
 */
export const openStore = (address: StoreAddress, env: Environment): Promise<Store> =>
  OPEN[address.kind](address, env);
