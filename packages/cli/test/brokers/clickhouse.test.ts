import { expect, test } from 'vitest';
import { here } from '../here.ts';
import { clickhouse } from './clickhouse.ts';
import { summaryOf, type Setup } from './subject.ts';
import { brokerSuite } from './suite.ts';
import { routesToTables } from './tables.ts';

const MIXED =
  '{"id": {"type": "string.uuid"}, "n": {"type": "helpers.arrayElement", "params": [[1, "x"]]}, "t": {"type": "lorem.word"}}';

const own = (setup: Setup): void => {
  routesToTables(setup);
  badRows(setup);
};

const badRows = ({ fresh, asked }: Setup): void =>
  test('with --on-failure continue, only the rows that do not fit are rejected', async () => {
    const target = await fresh();
    const { flags, env } = asked(target.settings);
    const rows = ['--schema', '-', '--seed', '7', '--eps', 'max', '--limit', '100'];
    const command = ['clickhouse', ...flags, ...rows, '--on-failure', 'continue', '--json'];
    const summary = summaryOf(await here(command, { env, input: MIXED }));
    expect(summary).toMatchObject({ reason: 'limit', failed: 0 });
    expect(Number(summary['accepted'])).toBeGreaterThan(20);
    expect(Number(summary['accepted']) + Number(summary['rejected'])).toBe(100);
    expect(await target.read()).toHaveLength(Number(summary['accepted']));
  });

brokerSuite(clickhouse, own);
