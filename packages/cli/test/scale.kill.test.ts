import { test } from 'vitest';
import { killShards } from './shard-kills.ts';

test('shards that are killed and started again send the whole stream', () =>
  killShards({ shards: 2, workers: 1, kills: 2, perSecond: 1000, rows: 8000, seed: 2 }));
