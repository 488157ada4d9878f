import { afterEach, beforeEach, expect, test } from 'vitest';
import { startConfluent, type ConfluentService } from '../../../test/services/confluent.ts';
import { here } from './here.ts';

const SECRET = 'a+secret/of:confluent';
let service: ConfluentService;
beforeEach(async () => void (service = await startConfluent({ apiSecret: SECRET })));
afterEach(() => service.close());

const SCHEMA = {
  n: { type: 'catbird.sequence' },
  account: { type: 'catbird.key', params: { name: 'account', size: 40, form: 'text' }, hidden: true },
  owner: { type: 'person.fullName', per: 'account' },
  order: { type: 'object', fields: { id: { type: 'catbird.ref', params: 'n' } } },
};

const streaming = (keyField: string, ...more: string[]) => {
  const settings = ['--restEndpoint', service.url, '--clusterId', 'lkc-vo9pz', '--topic', 'events'];
  const rest = [
    '--apiKey',
    'ABCDEFGHIJKLMNOP',
    '--schema',
    '-',
    '--seed',
    '7',
    '--eps',
    'max',
    '--limit',
    '60',
  ];
  return here(['confluent-cloud-kafka', ...settings, ...rest, '--key-field', keyField, ...more], {
    env: { CATBIRD_CONFLUENT_CLOUD_KAFKA_API_SECRET: SECRET },
    input: JSON.stringify(SCHEMA),
  });
};
const stored = () =>
  service.records.map(({ key, value }) => ({
    key: key?.data,
    row: value.data as { readonly n: number; readonly owner: string },
  }));

test.each([[], ['--shard', '1/3']])(
  'a hidden field can be the key of its rows, and is not sent (%j)',
  async (...more) => {
    const { code, err } = await streaming('account', ...more);
    expect({ code, err }).toMatchObject({ code: 0 });
    const owners = new Map<unknown, string>();
    for (const { key, row } of stored()) {
      expect(key).toMatch(/^account_\d+$/);
      expect(row).not.toHaveProperty('account');
      // The owner goes with the account: the same key, the same name.
      expect(owners.get(key) ?? row.owner).toBe(row.owner);
      owners.set(key, row.owner);
    }
    expect(owners.size).toBeGreaterThan(5);
    expect(new Set(owners.values()).size).toBeGreaterThan(owners.size - 3);
  },
);

test('a nested field can be the key of its rows', async () => {
  const { code } = await streaming('order.id');
  expect(code).toBe(0);
  expect(stored()).toHaveLength(60);
  for (const { key, row } of stored()) expect(key).toBe(String(row.n));
});

test('an unknown field is rejected before anything is sent, with a suggestion', async () => {
  const { code, out, err } = await streaming('acount');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toBe('--key-field: Unknown field acount in the schema. Did you mean account?\n');
  expect(service.requests).toHaveLength(0);
});
