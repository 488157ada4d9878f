import { describe, test } from 'vitest';
import { killShards } from './shard-kills.ts';
import { postgres, redis } from './stores/suite.ts';

/** `CATBIRD_KILLS=100 CATBIRD_KILL_SEED=5` kills more often, and at other moments. */
const kills = Number(process.env['CATBIRD_KILLS'] ?? 30);
const seed = Number(process.env['CATBIRD_KILL_SEED'] ?? 1);
const plan = { shards: 5, workers: 2, kills, perSecond: 1000, rows: 60_000, seed, twice: true };

describe(`5 shards of 2 workers, killed ${kills} times, one of them in two processes for a while,`, () => {
  test('send the whole stream: states in files', () => killShards(plan), 600_000);

  test('send the whole stream: split by a key', () => killShards({ ...plan, splitBy: 'user' }), 600_000);

  test.skipIf(redis.isMissing)(
    'send the whole stream: states in Redis',
    async () => {
      const store = await redis.start();
      try {
        await killShards({ ...plan, store });
      } finally {
        await store.stop();
      }
    },
    600_000,
  );

  test.skipIf(postgres.isMissing)(
    'send the whole stream: states in Postgres',
    async () => {
      const store = await postgres.start();
      try {
        await killShards({ ...plan, store });
      } finally {
        await store.stop();
      }
    },
    600_000,
  );
});
