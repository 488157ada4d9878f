import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startHttp } from '../../../../test/services/http.ts';
import type { Service } from '../../../../test/services/service.ts';
import { catbird, hasAccepted, jsonLines, start } from '../catbird.ts';
import { PASSWORD, postgres, redis, s3, storeSuite, type RunningStore } from './suite.ts';

storeSuite(postgres);

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "id": {"type": "string.uuid"}}';

describe.each([redis, postgres, s3])('a stream whose state is in $title', (kind) => {
  let store: RunningStore | undefined;
  let service: Service;
  beforeAll(async () => void (store = kind.isMissing ? undefined : await kind.start()), 60_000);
  afterAll(() => store?.stop());
  beforeEach(async () => void (service = await startHttp()));
  afterEach(() => service.close());

  test.skipIf(kind.isMissing)(
    'goes on elsewhere when a second process starts: the first one stops with exit code 3',
    async () => {
      const { address = '', env = {} } = store ?? {};
      // Ten seconds, so that the first one still runs when the second has started.
      const flags = ['--eps', '200', '--limit', '2000', '--seed', '7', '--shard', '0/1', '--json'];
      const at = ['--url', `${service.url}/events`, '--state', `${address}/taken`];
      const args = ['http', '--schema', '-', ...at, ...flags];
      const first = start(args, { input: SCHEMA, env });
      await hasAccepted(first);
      const second = start(args, { input: SCHEMA, env });
      const [one, other] = await Promise.all([first.ended, second.ended]);
      expect(one.code, one.err).toBe(3);
      expect(one.err).toContain('another process has taken over');
      expect(other.code, other.err).toBe(0);
      expect(one.err + other.err).not.toContain(PASSWORD);
      const numbers = new Set((service.rows as { n: number }[]).map(({ n }) => n));
      expect(numbers.size).toBe(2000);
      // Rows of at most the time between two saves are repeated, and of the start of a process.
      expect(service.rows.length).toBeLessThan(2000 + 200 * 5);
      const { out, code } = await catbird(['summary', '--json', `${address}/taken`], { env });
      expect(JSON.parse(out)).toMatchObject({ shards: 1, found: 1, owing: [], rows: 2000 });
      expect(code).toBe(0);
      const again = await catbird(args, { input: SCHEMA, env });
      expect(jsonLines(again.err).at(-1)).toMatchObject({ generated: 0, exitCode: 0 });
    },
  );
});
