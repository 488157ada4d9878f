import { describe, expect, onTestFinished, test } from 'vitest';
import { here } from '../here.ts';
import { databases } from './changes.ts';
import { summaryOf } from './subject.ts';

describe.each(databases)('$title', (database) => {
  test.skipIf(database.isMissing)(
    'events that are malformed on purpose are rejected, and all others stored',
    async () => {
      const server = await database.start();
      onTestFinished(() => server.stop());
      await database.sql(server.port, 'CREATE TABLE numbers (n int)');
      const given = Object.entries({ ...database.settings(server.port), table: 'numbers' });
      const flags = given.flatMap(([name, value]) => [`--${name}`, value]);
      const rows = ['--schema', '-', '--limit', '500', '--eps', 'max', '--json', '--seed', '7'];
      const faults = ['--faults', '{"malformed": {"share": 0.05}}', '--on-failure', 'continue'];
      const ended = await here([database.destination.command, ...flags, ...rows, ...faults], {
        input: '{"n": {"type": "catbird.sequence"}}',
      });
      const { accepted, rejected, failed } = summaryOf(ended);
      expect(failed, ended.err).toBe(0);
      expect(Number(rejected)).toBeGreaterThan(5);
      expect(Number(accepted) + Number(rejected)).toBe(500);
      expect(await database.sql(server.port, 'SELECT count(*) FROM numbers')).toEqual([String(accepted)]);
    },
  );
});
