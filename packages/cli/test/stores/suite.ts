import { messagesOf } from '@catbird/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import { startPostgres } from '../../../../scripts/peers/postgres.js';
import { startRedis } from '../../../../scripts/peers/redis.js';
import { findProgram } from '../../../../scripts/programs.js';
import { startS3 } from '../../../../test/services/s3.ts';
import { readAddress } from '../../src/stream/store/address.ts';
import { openStore } from '../../src/stream/store/open.ts';
import type { Store } from '../../src/stream/store/store.ts';

/** The password of every store. */
export const PASSWORD = 'a-password-of-postgres';

const KEYS = { bucket: 'states', region: 'eu-west-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: PASSWORD };

/** A running store, and how to reach it. */
export interface RunningStore {
  /** Its address, without a name at the end. */
  readonly address: string;
  /** With wrong credentials, or of another place. */
  readonly wrong: string;
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** A kind of store. */
export interface StoreKind {
  readonly title: string;
  readonly isMissing: boolean;
  readonly start: () => Promise<RunningStore>;
}

const redisServer = findProgram('redis-server');
const postgresServer = findProgram('postgres');

export const redis: StoreKind = {
  title: 'Redis',
  isMissing: redisServer === undefined,
  async start() {
    const [port = 0] = await freePorts(1);
    const server = await startRedis({ program: redisServer ?? '', port, password: PASSWORD });
    const at = `127.0.0.1:${port}/2`;
    return {
      address: `redis://:${PASSWORD}@${at}`,
      wrong: `redis://:x@${at}`,
      env: {},
      stop: () => server.stop(),
    };
  },
};

export const postgres: StoreKind = {
  title: 'Postgres',
  isMissing: postgresServer === undefined,
  async start() {
    const [port = 0] = await freePorts(1);
    const server = await startPostgres({ program: postgresServer ?? '', port, password: PASSWORD });
    const at = `127.0.0.1:${port}/postgres`;
    return {
      address: `postgres://postgres:${PASSWORD}@${at}`,
      wrong: `postgres://postgres:x@${at}`,
      env: {},
      stop: () => server.stop(),
    };
  },
};

export const s3: StoreKind = {
  title: 'S3, a stand-in,',
  isMissing: false,
  async start() {
    const service = await startS3(KEYS);
    return {
      address: 's3://states',
      wrong: 's3://others',
      env: {
        AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
        AWS_REGION: KEYS.region,
        AWS_ENDPOINT_URL_S3: service.url,
      },
      async stop() {
        expect(service.faults).toEqual([]);
        await service.close();
      },
    };
  },
};

/** Opens the store at an address. */
export async function openedStore(address: string, env: Readonly<Record<string, string>>): Promise<Store> {
  const read = readAddress(address);
  if (!read.ok) throw new Error(messagesOf(read.issues).join('. '));
  return openStore(read, env);
}

/** What every store must do: replace only the version that is known, and reveal no secret. */
export function storeSuite({ title, isMissing, start }: StoreKind): void {
  describe(`${title} keeps states:`, () => {
    let running: RunningStore | undefined;
    const stores: Store[] = [];
    beforeAll(async () => void (running = isMissing ? undefined : await start()));
    afterAll(async () => {
      await Promise.all(stores.map((each) => each.close()));
      await running?.stop();
    });
    const open = async (name: string): Promise<Store> => {
      const store = await openedStore(`${running?.address}/${name}`, running?.env ?? {});
      stores.push(store);
      return store;
    };

    test.skipIf(isMissing)('a save replaces the version that it knows, and no other one', async () => {
      const [one, other] = [await open('orders'), await open('orders')];
      expect(await one.load('0/2')).toBeUndefined();
      const first = await one.save('0/2', '{"a":"ä’\\n"}', undefined);
      expect(await other.load('0/2')).toEqual({ text: '{"a":"ä’\\n"}', version: first });
      expect(await other.save('0/2', '{}', undefined)).toBeUndefined();
      const second = await other.save('0/2', '{"b":1}', first);
      expect(await one.save('0/2', '{"c":1}', first)).toBeUndefined();
      expect(await one.load('0/2')).toEqual({ text: '{"b":1}', version: second });
      expect(await one.save('1/2', '{}', second)).toBeUndefined();
    });

    test.skipIf(isMissing)('of many saves at the same time, one succeeds', async () => {
      const all = await Promise.all(Array.from({ length: 6 }, () => open('race')));
      let version: string | undefined;
      for (let round = 0; round < 3; round++) {
        const saves = all.map((store, i) => store.save('0/1', `{"by":${i},"round":${round}}`, version));
        const saved = (await Promise.all(saves)).filter((each) => each !== undefined);
        expect(saved).toHaveLength(1);
        [version] = saved;
      }
    });

    test.skipIf(isMissing)('all states of a name are listed, and no other ones', async () => {
      const [store, other] = [await open('list'), await open('listed')];
      for (const key of ['0/3', '1/3', '2/3', 'start']) await store.save(key, `{"key":"${key}"}`, undefined);
      await other.save('0/1', '{}', undefined);
      const all = await store.all();
      expect([...all].sort(([a], [b]) => a.localeCompare(b))).toEqual(
        ['0/3', '1/3', '2/3', 'start'].map((key) => [key, `{"key":"${key}"}`]),
      );
    });

    test.skipIf(isMissing)('wrong credentials or places are permanent errors without secrets', async () => {
      const store = await openedStore(`${running?.wrong}/x`, running?.env ?? {});
      stores.push(store);
      const error = await store.load('0/1').catch((failed: unknown) => failed);
      expect(['auth', 'not-found']).toContain((error as { kind?: unknown }).kind);
      expect(JSON.stringify([error, String(error)])).not.toContain(PASSWORD);
    });
  });
}
