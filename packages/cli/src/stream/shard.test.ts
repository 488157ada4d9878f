import { expect, test } from 'vitest';
import { readShard, resolveShard } from './shard.ts';

test('the number of shards is one of a job array', () => {
  for (const text of ['0/0', '0/1000001', '0/99999999999999999999', 'auto/0', 'auto/1e3', '3/3'])
    expect(readShard(text), text).toMatchObject({ ok: false });
  expect(readShard('999999/1000000')).toMatchObject({ ok: true });
  const auto = { auto: true, count: undefined } as const;
  const env = { AWS_BATCH_JOB_ARRAY_INDEX: '0' };
  for (const AWS_BATCH_JOB_ARRAY_SIZE of ['', 'many', '2.5', '1e9'])
    expect(resolveShard(auto, { ...env, AWS_BATCH_JOB_ARRAY_SIZE })).toHaveProperty('ok', false);
  expect(resolveShard(auto, { ...env, AWS_BATCH_JOB_ARRAY_SIZE: '2' })).toEqual({
    ok: true,
    shard: { index: 0, count: 2 },
  });
});
