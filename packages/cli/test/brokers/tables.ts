import { expect, test } from 'vitest';
import { here } from '../here.ts';
import { summaryOf, type Setup } from './subject.ts';

/** A test that rows go to the tables that they name, and only those to a missing table are rejected. */
export const routesToTables = ({ subject, fresh, asked }: Setup): void =>
  test('rows go to the tables that their values name, and only those to a missing table are rejected', async () => {
    const targets = [await fresh(), await fresh()];
    const settings = targets[0]?.settings ?? {};
    const tableOf = (each: Readonly<Record<string, string>>): string => each['table'] ?? '';
    const numbers = targets.map((target) => /\d+$/.exec(tableOf(target.settings))?.[0] ?? '');
    const route = tableOf(settings).replace(/\d+$/, '{{to}}');
    const { flags, env } = asked({ ...settings, table: route });
    const schema = {
      to: {
        type: 'helpers.arrayElement',
        params: [[...numbers, 'nowhere', 'a.b', '"', ';--']],
        hidden: true,
      },
      id: { type: 'helpers.arrayElement', params: [numbers] },
      n: { type: 'catbird.sequence' },
      t: { type: 'catbird.template', params: '{{to}}' },
    };
    const rows = ['--schema', '-', '--seed', '7', '--eps', 'max', '--limit', '300'];
    const command = [subject.command, ...flags, ...rows, '--on-failure', 'continue', '--json'];
    const ended = await here(command, { env, input: JSON.stringify(schema) });
    const summary = summaryOf(ended);
    expect(summary, ended.err).toMatchObject({ reason: 'limit', failed: 0 });
    const stored = await Promise.all(targets.map((target) => target.read()));
    for (const [i, found] of stored.entries())
      expect(new Set(found.map((row) => (JSON.parse(row) as { t: string }).t))).toEqual(
        new Set([numbers[i]]),
      );
    expect(stored.flat()).toHaveLength(Number(summary['accepted']));
    expect(Number(summary['accepted']) + Number(summary['rejected'])).toBe(300);
    expect(Number(summary['accepted'])).toBeGreaterThan(60);
  });
