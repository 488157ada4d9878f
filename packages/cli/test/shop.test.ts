import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { findProgram } from '../../../scripts/programs.js';
import { startPostgres } from '../../../scripts/peers/postgres.js';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/shop.yaml', import.meta.url));
const STREAMS = ['users', 'products', 'orders', 'payments'] as const;
const PASSWORD = 'a-password-of-postgres';

const [server, client] = [findProgram('postgres'), findProgram('psql')];
const isHere = server !== undefined && client !== undefined;
if (!isHere) console.warn('SKIPPED: the shop in a database; Postgres is not here');

/** A query, and its result if the data is consistent. */
const QUESTIONS: readonly (readonly [name: string, sql: string, answer: string])[] = [
  ['every user is there once', 'select count(*), count(distinct id) from users', '200|200'],
  ['every user has one email', 'select count(distinct email) from users', '200'],
  [
    'every order is of a user, with the email of that user',
    'select count(*) from orders o join users u on u.id = o.user_id and u.email = o.email',
    '1000',
  ],
  [
    'every item is a product, at its price',
    'select count(*) = (select count(*) from items) from items i join products p on p.id = i.product_id and p.price = i.price',
    't',
  ],
  ['there are items', 'select count(*) between 1000 and 5000 from items', 't'],
  [
    'the total of every order is the sum of its items',
    `select count(*) from orders o
       where total = (select sum(round(price * quantity, 2)) from items i where i.order_id = o.id)`,
    '1000',
  ],
  [
    'every payment is of an order, by its user, of its total',
    `select count(*) from payments p
       join orders o on o.id = p.order_id and o.user_id = p.user_id and o.total = p.amount`,
    '950',
  ],
  [
    'few users give many orders',
    'select max(n) > 50 from (select count(*) n from orders group by user_id) t',
    't',
  ],
];

const SCHEMA = `
  create table raw_users (doc jsonb); create table raw_products (doc jsonb);
  create table raw_orders (doc jsonb); create table raw_payments (doc jsonb);`;

/** Tables with foreign keys, which reject inconsistent rows. */
const TABLES = `
  create table users (id bigint primary key, email text not null unique);
  insert into users select (doc->>'user_id')::bigint, doc->>'email' from raw_users;
  create table products (id bigint primary key, name text not null, price numeric not null);
  insert into products select (doc->>'product_id')::bigint, doc->>'name', (doc->>'price')::numeric from raw_products;
  create table orders (id bigint primary key, user_id bigint not null references users, email text, total numeric);
  insert into orders select (doc->>'order_id')::bigint, (doc->>'user_id')::bigint, doc->>'email', (doc->>'total')::numeric
    from raw_orders;
  create table items (order_id bigint not null references orders, product_id bigint not null references products,
    quantity int not null, price numeric not null);
  insert into items select (doc->>'order_id')::bigint, (item->>'product_id')::bigint, (item->>'quantity')::int,
    (item->>'price')::numeric from raw_orders, jsonb_array_elements(doc->'items') item;
  create table payments (id uuid primary key, order_id bigint not null references orders, user_id bigint not null references users,
    amount numeric not null);
  insert into payments select (doc->>'payment_id')::uuid, (doc->>'order_id')::bigint, (doc->>'user_id')::bigint,
    (doc->>'amount')::numeric from raw_payments;`;

describe.skipIf(!isHere)('the shop of the examples in Postgres', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let port = 0;
  const psql = async (...commands: readonly string[]): Promise<string> => {
    const flags = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-qAt'];
    const { stdout } = await promisify(execFile)(
      client ?? '',
      [...flags, ...commands.flatMap((command) => ['-c', command])],
      { env: { PGPASSWORD: PASSWORD, PGCONNECT_TIMEOUT: '10' }, maxBuffer: 1e8 },
    );
    return stdout.trim();
  };

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catbird-shop-'));
    closing.push(() => rm(folder, { recursive: true }));
    await copyFile(EXAMPLE, join(folder, 'shop.yaml'));
    const places = STREAMS.flatMap((name) => [
      '--set',
      `streams.${name}.settings.path=${join(folder, `${name}.ndjson`)}`,
    ]);
    const ended = await here(['run', join(folder, 'shop.yaml'), ...places, '--json']);
    expect(ended.code, ended.err).toBe(0);
    expect(jsonLines(ended.err).at(-1)).toMatchObject({ generated: 2200, accepted: 2200 });
    [port = 0] = await freePorts(1);
    const postgres = await startPostgres({ program: server ?? '', port, password: PASSWORD });
    closing.unshift(() => postgres.stop());
    // One column, with quote and separator characters that JSON does not use.
    const copies = STREAMS.map(
      (name) =>
        `\\copy raw_${name} from '${join(folder, `${name}.ndjson`)}' with (format csv, quote E'\\x01', delimiter E'\\x02')`,
    );
    await psql(SCHEMA, ...copies, TABLES);
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test.each(QUESTIONS)('%s', async (_, sql, answer) => {
    expect(await psql(sql)).toBe(answer);
  });
});
