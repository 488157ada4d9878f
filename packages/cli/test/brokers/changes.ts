import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const PASSWORD = 'a-password-of-postgres';

/** Tables for the changes of customers and their orders. */
export const TABLES = `
  CREATE TABLE customers (customer_id bigint PRIMARY KEY, name text, city text, credit int, note text);
  CREATE TABLE orders (order_id bigint PRIMARY KEY, total int, status text, customer_id bigint)`;

/** Runs a statement and returns its lines. */
export async function psql(port: number, statement: string): Promise<readonly string[]> {
  const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-X', '-q', '-A', '-t'];
  const env = { ...process.env, PGPASSWORD: PASSWORD };
  const { stdout } = await run('psql', [...args, '-c', statement], { env, maxBuffer: 1e9 });
  return stdout.split('\n').filter((line) => line !== '');
}

/** The rows of a table, sorted. */
export const rowsIn = async (port: number, table: string): Promise<readonly unknown[]> =>
  (await psql(port, `SELECT row_to_json(t) FROM ${table} t ORDER BY 1::text`)).map(parsed).sort(byText);

const parsed = (line: string): unknown => JSON.parse(line);
const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Rows of a table as `rowsIn` has them: without the fields that some lack. */
export const asStored = (lines: readonly string[]): readonly unknown[] =>
  lines
    .map((line) => JSON.parse(line) as object)
    .map((row) => ('credit' in row ? { ...row, note: 'note' in row ? row.note : null } : row))
    .sort(byText);

/** A journey of customers whose orders end with them. */
export const LIFE = {
  of: 'customer',
  states: {
    created: { ordered: 6, updated: 3, deleted: 1 },
    updated: { ordered: 5, deleted: 2, end: 1 },
    ordered: { paid: 9, order_deleted: 1 },
    paid: { ordered: 4, updated: 3, deleted: 3 },
    order_deleted: { updated: 1 },
    deleted: {},
  },
  cascade: { deleted: { ordered: 'order_deleted' } },
  wait: { created: { mean: '5m' }, updated: { mean: '10m' }, ordered: '1m', paid: { mean: '3m' } },
};

/** The entities of the tables. */
export const ENTITIES = {
  customer: {
    size: 1_000_000,
    fields: {
      name: { type: 'person.fullName' },
      city: { type: 'location.city' },
      credit: { type: 'number.int', params: { max: 5000 }, nulls: 0.1 },
      note: { type: 'lorem.words', missing: 0.5 },
    },
  },
  order: {
    size: 100_000_000,
    fields: {
      total: { type: 'number.int', params: { max: 500 } },
      status: { type: 'helpers.arrayElement', params: [['open', 'packed', 'sent']] },
    },
  },
};

const step = (params: object): object => ({
  type: 'catbird.journey',
  hidden: true,
  params: { ...LIFE, ...params },
});

/** The schemas of the streams that tell the changes of each table. */
export const SCHEMAS = {
  customers: {
    step: step({ only: ['created', 'updated', 'deleted'] }),
    change: {
      type: 'catbird.change',
      params: { of: 'step', ops: { created: 'c', updated: 'u', deleted: 'd' } },
    },
  },
  orders: {
    step: step({ each: 'ordered', only: ['ordered', 'paid', 'order_deleted'] }),
    change: {
      type: 'catbird.change',
      params: {
        of: 'step',
        entity: 'order',
        ops: { ordered: 'c', paid: 'u', order_deleted: 'd' },
        changes: { status: 1 },
      },
    },
  },
};
