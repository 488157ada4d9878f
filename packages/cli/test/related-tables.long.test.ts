import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { findProgram } from '../../../scripts/programs.js';
import { startPostgres } from '../../../scripts/peers/postgres.js';
import { catbird, jsonLines } from './catbird.ts';

const PASSWORD = 'a-password-of-related-tables';
const [server, client] = [findProgram('postgres'), findProgram('psql')];
const isHere = server !== undefined && client !== undefined;
if (!isHere) console.warn('SKIPPED: related tables in a database; Postgres is not here');

/** Foreign keys are checked when a row arrives. */
const TABLES = `
  create table users (user_id bigint primary key, email text not null);
  create table orders (order_id bigint primary key, user_id bigint not null references users, total numeric not null,
    ordered_at timestamptz not null);
  create table payments (order_id bigint primary key references orders, total numeric not null, paid_at timestamptz not null);
  create table shipments (order_id bigint primary key references payments, shipped_at timestamptz not null);`;

const step = (only: string) => ({
  type: 'catbird.journey',
  hidden: true,
  params: {
    states: { placed: { paid: 92, cancelled: 8 }, paid: { shipped: 1 }, shipped: {}, cancelled: {} },
    wait: { placed: { median: '3m', sigma: 1 }, paid: { median: '20h', sigma: 0.6 } },
    only: [only],
  },
});
const order_id = { type: 'catbird.session', params: { of: 'step', form: 'integer' } };
const total = { type: 'number.float', params: { min: 5, max: 500, fractionDigits: 2 }, per: 'order_id' };
const now = { type: 'catbird.timestampNow' };

/** Each table waits for the one that it refers to. */
const shop = (port: number): object => ({
  seed: 42,
  destination: 'postgres',
  settings: { url: `postgres://127.0.0.1:${port}/postgres`, username: 'postgres', password: PASSWORD },
  starts: 0.2,
  from: '2026-11-01',
  to: '2026-11-04',
  entities: {
    user: {
      size: 2000,
      fields: { email: { type: 'catbird.template', params: 'user{{user_id}}@example.com' } },
    },
  },
  streams: {
    shipments: {
      settings: { table: 'shipments' },
      startAfter: 'payments',
      schema: { step: step('shipped'), order_id, shipped_at: now },
    },
    payments: {
      settings: { table: 'payments' },
      startAfter: 'orders',
      schema: { step: step('paid'), order_id, total, paid_at: now },
    },
    orders: {
      settings: { table: 'orders' },
      startAfter: 'users',
      schema: {
        step: step('placed'),
        order_id,
        user_id: { type: 'catbird.entity', params: { of: 'user' }, per: 'order_id' },
        total,
        ordered_at: now,
      },
    },
    users: { settings: { table: 'users' }, eps: 1e6, entity: 'user' },
  },
});

describe.skipIf(!isHere)('tables with foreign keys in Postgres', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let port = 0;
  const psql = async (command: string): Promise<string> => {
    const flags = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-qAt'];
    const { stdout } = await promisify(execFile)(client ?? '', [...flags, '-c', command], {
      env: { PGPASSWORD: PASSWORD, PGCONNECT_TIMEOUT: '10' },
    });
    return stdout.trim();
  };

  beforeAll(async () => {
    [port = 0] = await freePorts(1);
    const postgres = await startPostgres({ program: server ?? '', port, password: PASSWORD });
    closing.unshift(() => postgres.stop());
    await psql(TABLES);
  }, 120_000);
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test('are filled by streams that start one after another, without a violation', async () => {
    const { code, err } = await catbird(['run', '-', '--json'], { input: JSON.stringify(shop(port)) });
    expect(code, err).toBe(0);
    expect(jsonLines(err).at(-1)).toMatchObject({ rejected: 0, failed: 0 });
    expect(await psql('select count(*) from users')).toBe('2000');
    expect(await psql('select count(*) from orders')).toBe('51840');
    expect(Number(await psql('select count(*) from payments'))).toBeGreaterThan(40_000);
    expect(Number(await psql('select count(*) from shipments'))).toBeGreaterThan(10_000);
  });

  test('agree in amounts, and no row is earlier than the one it refers to', async () => {
    const orphans = `select count(*) from payments p join orders o using (order_id)
      where p.total <> o.total or p.paid_at <= o.ordered_at`;
    expect(await psql(orphans)).toBe('0');
    const early = `select count(*) from shipments s join payments p using (order_id) where s.shipped_at <= p.paid_at`;
    expect(await psql(early)).toBe('0');
  });
});
