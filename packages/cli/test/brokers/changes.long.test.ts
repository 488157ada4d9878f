import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Server } from '../../../../scripts/peers/server.js';
import { cameBeyond, catbird, jsonLines, start } from '../catbird.ts';
import { asStored, databases, ENTITIES, SCHEMAS } from './changes.ts';

const KILLS = 2;
const END = '2026-11-20T06:00:00Z';
const NAMES = ['customers', 'orders'] as const;

describe.each(databases)('changes in $title', (database) => {
  if (database.isMissing) {
    test.skip('needs the database', () => undefined);
    return;
  }
  let server: Server;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-changes-'));
    server = await database.start();
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const streamOf = (name: (typeof NAMES)[number]) => ({
    settings: { table: name, changeField: 'change' },
    schema: SCHEMAS[name],
  });

  test(`after ${KILLS} kills, 100,000 changes lead to the snapshot`, async () => {
    const config = join(folder, 'shop.json');
    const whole = {
      seed: 7,
      destination: database.destination.command,
      settings: database.settings(server.port),
      from: '2026-11-20',
      to: END,
      starts: 1.2,
      entities: ENTITIES,
      streams: { customers: streamOf('customers'), orders: streamOf('orders') },
    };
    const state = join(folder, 'state');
    const written = async (speed: string) => writeFile(config, JSON.stringify({ ...whole, speed }));
    // So slow that it does not end before the last kill.
    await written('6h/60s');
    for (let kill = 0; kill < KILLS; kill++) {
      const running = start(['run', config, '--json', '--state', state]);
      let before = await cameBeyond(-1, `${state}.orders`);
      for (let saves = 0; saves < 2; saves++) before = await cameBeyond(before, `${state}.orders`);
      running.child.kill('SIGKILL');
      expect((await running.ended).code).toBeNull();
    }
    await written('max');
    const last = await catbird(['run', config, '--json', '--state', state]);
    expect(last.code, last.err).toBe(0);
    expect(last.err).toContain('Resuming at row');
    const rows = await Promise.all(
      NAMES.map(async (name) => JSON.parse(await readFile(`${state}.${name}`, 'utf8')) as { next: number }),
    );
    expect(rows.reduce((sum, { next }) => sum + next, 0)).toBeGreaterThan(100_000);
    for (const [name, entity] of [
      ['customers', 'customer'],
      ['orders', 'order'],
    ] as const) {
      const { out, err } = await catbird(['sample', '--config', config, '--entity', entity, '--at', END]);
      expect(jsonLines(out).length, err).toBeGreaterThan(1000);
      const stored = await database.rowsIn(server.port, name);
      const lines = out.trimEnd().split('\n');
      expect(stored.length).toBe(lines.length);
      expect(JSON.stringify(stored) === JSON.stringify(asStored(lines))).toBe(true);
    }
    // Nothing of a deleted customer is left.
    const [orphans] = await database.sql(
      server.port,
      'SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT 1 FROM customers c WHERE c.customer_id = o.customer_id)',
    );
    expect(orphans).toBe('0');
  }, 300_000);
});
