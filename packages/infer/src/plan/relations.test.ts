import { expect, test } from 'vitest';
import { compile, loadData, newBatch, parseSchema, texts } from '@catbird/engine';
import { mix } from '../../../engine/src/numeric/random.ts';
import { configOf } from '../config.ts';
import { readSample } from '../infer.ts';

type Row = Readonly<Record<string, unknown>>;

const START_MS = Date.UTC(2026, 0, 1);

function newChance(seed: number): () => number {
  let state = seed;
  return () => ((state = mix(state + 1)) >>> 0) / 2 ** 32;
}

async function draftOf(rows: readonly Row[], isCopied = false) {
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const sample = await readSample(
    (async function* () {
      yield new TextEncoder().encode(text);
    })(),
  );
  return sample.draft(() => isCopied);
}

/** Rows of a schema, a second apart. */
async function rowsOf(schema: object, count = 1_000): Promise<Record<string, unknown>[]> {
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  await loadData(parsed.schema);
  const time = { startMs: START_MS, stepMs: 1_000 };
  const batch = compile(parsed.schema, { seed: 1 }).fill(newBatch(), { first: 0, count, time });
  return [...texts(batch)].map((row) => JSON.parse(row) as Record<string, unknown>);
}

const FIRST = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn'];
const LAST = ['Lee', 'Ray', 'Fox', 'Bell'];

/** Orders of 60 users, who keep their names, emails and plans. */
function orders(count: number): Row[] {
  const chance = newChance(3);
  return Array.from({ length: count }, (_, n) => {
    const user = Math.floor(chance() ** 2 * 60);
    const [first, last] = [FIRST[user % 6] ?? '', LAST[user % 4] ?? ''];
    return {
      at: new Date(START_MS + n * 60_000).toISOString(),
      user_id: 1000 + user * 7,
      first_name: first,
      last_name: last,
      email: `${first}.${last}${user}@shop.example`.toLowerCase(),
      plan: (user * 7) % 11 < 4 ? 'premium' : 'basic',
      amount: Math.floor(chance() * 900) / 10,
    };
  });
}

test('a key that repeats draws an entity, whose fields follow from it and fit together', async () => {
  const { schema, findings } = await draftOf(orders(1_200));
  expect(schema).toMatchObject({
    $entities: {
      user: {
        size: 60,
        keyName: 'user_id',
        fields: {
          person: { type: 'catbird.person', hidden: true },
          first_name: { type: 'catbird.ref', params: 'person.firstName' },
          email: { type: 'catbird.ref', params: 'person.email' },
          plan: { type: 'catbird.pickWeighted' },
        },
      },
    },
    user_id: {
      type: 'catbird.entity',
      params: { of: 'user', skew: { zipf: expect.any(Number) as number } },
    },
    email: { type: 'catbird.ref', params: 'user_id.email' },
    amount: { type: 'number.float' },
  });
  expect(findings.map(({ path }) => path)).toEqual(Object.keys(orders(1)[0] ?? {}));
  expect(JSON.stringify(schema)).not.toMatch(/premium|basic|shop\.example|Cleo/);
  const rows = await rowsOf(schema);
  const emails = new Map(rows.map((row) => [row['user_id'], row['email']]));
  for (const row of rows) expect(row['email']).toBe(emails.get(row['user_id']));
  expect(emails.size).toBeGreaterThan(40);
  const copied = await draftOf(orders(1_200), true);
  expect(copied.schema).toMatchObject({
    $entities: { user: { fields: { plan: { params: { values: ['basic', 'premium'] } } } } },
  });
});

test('names and emails of rows that do not repeat are those of a person', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => ({
    full_name: `${FIRST[n % 6] ?? ''} ${String.fromCharCode(65 + (n % 26))}${'abcdefghij'[n % 5] ?? ''}er`,
    email: `someone${n}@mail.example`,
    amount: (n * 37) % 101,
  }));
  const { schema } = await draftOf(rows);
  expect(schema).toMatchObject({ email: { type: 'catbird.ref', params: 'person.email' } });
  for (const row of await rowsOf(schema, 50)) expect(row['email']).toMatch(/@/);
});

const NEXT: Readonly<Record<string, readonly (readonly [string | undefined, number])[]>> = {
  home: [
    ['search', 0.6],
    ['product', 0.4],
  ],
  search: [
    ['product', 0.8],
    [undefined, 0.2],
  ],
  product: [
    ['cart', 0.4],
    [undefined, 0.6],
  ],
  cart: [[undefined, 1]],
};

/** Visits that move from page to page. */
function visits(count: number): Row[] {
  const chance = newChance(5);
  const rows: { ms: number; row: Row }[] = [];
  for (let visit = 0; visit < count; visit++) {
    let ms = START_MS + visit * 20_000;
    for (let page: string | undefined = 'home'; page !== undefined;) {
      rows.push({
        ms,
        row: { session: `visit-${visit * 37}`, page, device: visit % 3 === 0 ? 'phone' : 'desk' },
      });
      let left = chance();
      page = NEXT[page]?.find(([, share]) => (left -= share) < 0)?.[0];
      ms += 1_000 + chance() * 50_000;
    }
  }
  return rows.sort((a, b) => a.ms - b.ms).map(({ ms, row }) => ({ at: new Date(ms).toISOString(), ...row }));
}

test('states of a session become a journey with the moves, waits and starts of the sample', async () => {
  const { schema } = await draftOf(visits(400), true);
  expect(schema).toMatchObject({
    session: { type: 'catbird.session', params: { of: 'page', form: 'text' } },
    page: { type: 'catbird.journey', params: { start: { home: 400 } } },
    device: { per: 'session' },
  });
  const { params } = schema['page'] as {
    params: { states: Record<string, Record<string, number>>; wait: Record<string, unknown> };
  };
  expect(Object.keys(params.states['home'] ?? {}).sort()).toEqual(['product', 'search']);
  expect(Object.keys(params.states['cart'] ?? {})).toEqual(['end']);
  expect(Object.keys(params.wait).sort()).toEqual(['home', 'product', 'search']);
  const moves = params.states['search'] ?? {};
  expect((moves['product'] ?? 0) / ((moves['product'] ?? 0) + (moves['end'] ?? 0))).toBeCloseTo(0.8, 1);
  const parsed = parseSchema(JSON.stringify((await draftOf(visits(400))).schema));
  expect(parsed.ok ? [] : parsed.issues).toEqual([]);
  expect(JSON.stringify((await draftOf(visits(400))).schema)).not.toMatch(/search|product|"cart"/);
});

test('what an order keeps is no state of it, and what its user keeps follows the user', async () => {
  const chance = newChance(3);
  const rows = Array.from({ length: 600 }, (_, order) => {
    // Most order once, so no column determines another often enough without the orders.
    const user = Math.floor(chance() * 4_000);
    const states = [
      'pending',
      chance() < 0.85 ? 'paid' : 'cancelled',
      ...(chance() < 0.1 ? ['refunded'] : []),
    ];
    return states.map((status, step) => ({
      ms: START_MS + order * 2_000 + step * 3_500,
      order_id: 100_000 + order,
      country: ['DE', 'FR', 'ES'][user % 3],
      status,
      user_id: 9_000 + user,
      name: `${FIRST[user % 6]} ${LAST[user % 4]}${user}`,
    }));
  })
    .flat()
    .sort((a, b) => a.ms - b.ms)
    .map(({ ms, ...row }) => ({ at: new Date(ms).toISOString(), ...row }));
  expect((await draftOf(rows, true)).schema).toMatchObject({
    order_id: { type: 'catbird.session', params: { of: 'status' } },
    country: { per: 'user_id' },
    status: {
      type: 'catbird.journey',
      params: { states: { pending: { paid: expect.any(Number) as number } } },
    },
    user_id: { per: 'order_id' },
    name: { per: 'user_id' },
  });
});

test('a state without memory, and users who come back all the time, are no sessions', async () => {
  const chance = newChance(7);
  const rows = Array.from({ length: 2_000 }, (_, n) => ({
    at: new Date(START_MS + n * 1_000).toISOString(),
    user: `user-${Math.floor(n / 5)}`,
    kind: ['a1', 'b1', 'c1'][Math.floor(chance() * 3)],
  }));
  expect((await draftOf(rows)).schema).not.toHaveProperty('kind.type', 'catbird.journey');
  const all = rows.map((row, n) => ({
    ...row,
    user: `user-${n % 40}`,
    kind: ['a1', 'b1', 'c1'][Math.floor(n / 40) % 3],
  }));
  expect((await draftOf(all)).schema).not.toHaveProperty('kind.type', 'catbird.journey');
});

/** A sample of a name. */
async function named(name: string, rows: readonly Row[]) {
  const { schema } = await draftOf(rows);
  return { name, schema, rows: rows.length, kept: rows };
}

test('samples that refer to one another become a config whose streams share entities', async () => {
  const users = Array.from({ length: 60 }, (_, n) => ({
    id: n + 1,
    email: `x${n}@mail.example`,
    plan: 'basic',
  }));
  const config = configOf([
    await named('users', users),
    await named(
      'orders',
      Array.from({ length: 300 }, (_, n) => ({ id: n + 1, user_id: ((n * n) % 60) + 1, total: n })),
    ),
  ]);
  expect(config).toMatchObject({
    entities: { users: { size: 60, keyName: 'id', fields: { email: {} } } },
    streams: {
      users: { entity: 'users' },
      orders: {
        limit: 300,
        schema: {
          id: { type: 'catbird.sequence' },
          user_id: { type: 'catbird.entity', params: { of: 'users' } },
        },
      },
    },
  });
});

test('fields that follow a key of another sample are members of its entity, or follow the key', async () => {
  const users = Array.from({ length: 60 }, (_, n) => ({
    user_id: 1000 + n * 7,
    email: `u${n}@shop.example`,
  }));
  const config = configOf([await named('users', users), await named('orders', orders(1_200))]);
  const { schema } = (config['streams'] as { orders: { schema: Row } }).orders;
  expect(schema).not.toHaveProperty('$entities');
  expect(schema).toMatchObject({
    user_id: { type: 'catbird.entity', params: { of: 'users' } },
    person: { type: 'catbird.person', hidden: true, per: 'user_id' },
    first_name: { type: 'catbird.ref', params: 'person.firstName' },
    email: { type: 'catbird.ref', params: 'user_id.email' },
    plan: { type: 'catbird.pickWeighted', per: 'user_id' },
  });
});

test.each([
  ['C100091', (n: number) => `C${100_091 + n}`, /^C\d{6}$/],
  ['CUST-0007', (n: number) => `CUST-${String(n + 7).padStart(4, '0')}`, /^[A-Z]{4}-\d{4}$/],
  ['12_eu', (n: number) => `${n + 12}_eu`, /^\d+_eu$/],
])('the keys of another sample keep their form: %s', async (_, keyOf, form) => {
  const users = Array.from({ length: 60 }, (__, n) => ({ user_id: keyOf(n), name: `x${n}` }));
  const visits = Array.from({ length: 300 }, (__, n) => ({ user_id: keyOf((n * n) % 60), total: n }));
  const config = configOf([await named('users', users), await named('visits', visits)]);
  const parsed = parseSchema(
    JSON.stringify({
      $entities: config['entities'],
      ...(config['streams'] as { visits: { schema: object } }).visits.schema,
    }),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const batch = compile(parsed.schema, { seed: 1 }).fill(newBatch(), {
    first: 0,
    count: 300,
    time: { startMs: 0, stepMs: 1 },
  });
  const keys = [...texts(batch)].map((row) => String((JSON.parse(row) as Row)['user_id']));
  expect(keys.filter((key) => !form.test(key))).toEqual([]);
  expect(new Set(keys).size).toBeLessThanOrEqual(60);
});

test('a field that others are columns of can be a reference, and entities of two streams have names of their own', async () => {
  const users = Array.from({ length: 20 }, (_, n) => ({ user: `user-${n * 7}a`, plan: n % 2 === 0 }));
  const visits = Array.from({ length: 400 }, (_, n) => {
    const user = (n * n) % 20;
    return { user: n === 7 ? 'user-x' : `user-${user * 7}a`, site: `site-${user % 3}x`, no: n };
  });
  const config = configOf([
    await named('user', users),
    await named('visits', visits),
    await named('a', orders(1_200)),
    await named('b', orders(1_100)),
  ]);
  const { streams } = config as { streams: Record<string, { schema: Row }> };
  const weights = expect.any(Array) as unknown[];
  expect(streams['visits']?.schema).toMatchObject({
    user: { type: 'catbird.entity', params: { of: 'user', skew: { weights } } },
    user_row: { type: 'catbird.dataset', hidden: true, per: 'user' },
    site: { type: 'catbird.dataset', params: { of: 'user_row', column: 'site' } },
  });
  expect(JSON.stringify(streams['visits']?.schema['user']).match(/\d+/g)).toHaveLength(20);
  expect(streams['a']?.schema).toMatchObject({
    $entities: { user2: {} },
    user_id: { params: { of: 'user2' } },
  });
  expect(streams['b']?.schema).toMatchObject({
    $entities: { user3: {} },
    user_id: { params: { of: 'user3' } },
  });
});

// cspell:disable
test.each([
  ['de', ['Jürgen', 'Anna', 'Käthe', 'Paul'], 'Müller', ''],
  ['tr', ['Ayşe', 'Işıl', 'Mehmet', 'Özgür'], 'Yılmaz', ''],
  ['ja', ['さくら', 'ケンジ', 'ゆい', 'ハルト'], 'たなか', ''],
  ['uk', ['Олексій', 'Юлія', 'Андрій', 'Єва'], 'Ковальчук', ''],
  ['it', ['Marco', 'Anna', 'Luca', 'Sara'], 'Rossi', '+39 06 1234'],
  [undefined, ['Ann', 'Bob', 'Carl', 'Dora'], 'Smith', '+1 555 1234'],
  // cspell:enable
])('names, scripts and phone numbers show the locale %s', async (locale, first, last, phone) => {
  const rows = Array.from({ length: 200 }, (_, n) => ({
    first_name: first[n % 4],
    last_name: last,
    email: `p${n}@mail.example`,
    ...(phone === '' ? {} : { phone: `${phone}${String(100 + n)}` }),
  }));
  const { schema } = await draftOf(rows);
  expect(schema['$locale']).toBe(locale);
  expect(await rowsOf(schema, 5)).toHaveLength(5);
});

test('a state named end is renamed even if it is copied: end ends a journey', async () => {
  const rows = visits(400).map((row) => ({ ...row, page: row['page'] === 'cart' ? 'end' : row['page'] }));
  const { schema, findings } = await draftOf(rows, true);
  const { states } = (schema['page'] as { params: { states: object } }).params;
  expect(Object.keys(states)).toContain('home');
  expect(Object.keys(states)).not.toContain('end');
  expect(findings.find(({ path }) => path === 'page')?.copied.map(({ value }) => value)).not.toContain('end');
});

/** Rows in no order of their times. */
const shuffled = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => mix(Number(a['n'])) - mix(Number(b['n'])));

const DAY_MS = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString();

test('times keep their order and their gaps, whatever the order of rows', async () => {
  const chance = newChance(5);
  const rows = shuffled(
    Array.from({ length: 1_000 }, (_, n) => {
      const created = START_MS + Math.floor(chance() * 30 * DAY_MS);
      // Some gaps are as long as the sample.
      const paid = created + Math.floor(chance() ** 3 * 30 * DAY_MS);
      const shipped = paid + 1_000 * Math.floor(3_600 + chance() * 7_200);
      return {
        n,
        shipped_at: chance() < 0.3 ? null : iso(shipped),
        paid_ts: paid,
        created_at: iso(created),
        day: iso(created).slice(0, 10),
        copied_at: iso(shipped),
        birthday: iso(START_MS - Math.floor((20 + chance() * 50) * 365 * DAY_MS)).slice(0, 10),
      };
    }),
  );
  const { schema } = await draftOf(rows);
  const made = await rowsOf(schema);
  const gapsOf = (all: readonly Row[], from: string, to: string): number[] => {
    const both = all.filter((row) => row[from] !== null && row[to] !== null);
    return both.map((row) => new Date(row[to] as string).getTime() - new Date(row[from] as string).getTime());
  };
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  for (const [from, to] of [
    ['created_at', 'paid_ts'],
    ['paid_ts', 'shipped_at'],
    ['shipped_at', 'copied_at'],
  ] as const) {
    const [original, gaps] = [gapsOf(rows, from, to), gapsOf(made, from, to)];
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    expect(Math.abs(meanOf(gaps) - meanOf(original))).toBeLessThanOrEqual(0.1 * meanOf(original));
  }
  expect(made.filter((row) => row['shipped_at'] === null).length).toBeGreaterThan(200);
  expect(JSON.stringify(schema['birthday'])).toContain('birthday_ms');
});

test('a time of each row comes after that of its user', async () => {
  const chance = newChance(6);
  const signups = Array.from({ length: 40 }, () => START_MS + Math.floor(chance() * 90 * DAY_MS));
  const rows = shuffled(
    Array.from({ length: 1_200 }, (_, n) => {
      const user = Math.floor(chance() * 40);
      const signup = signups[user] ?? 0;
      return {
        n,
        user_id: 1000 + user * 7,
        signup_at: iso(signup),
        trial_end: iso(signup + 14 * DAY_MS),
        seen_at: iso(signup + Math.floor(chance() * 60 * DAY_MS)),
      };
    }),
  );
  const { schema } = await draftOf(rows);
  const made = await rowsOf(schema);
  expect(made.every((row) => String(row['seen_at']) >= String(row['signup_at']))).toBe(true);
  expect(made.every((row) => String(row['trial_end']) > String(row['signup_at']))).toBe(true);
  const perUser = new Set(made.map((row) => `${String(row['user_id'])} ${String(row['signup_at'])}`));
  expect(perUser.size).toBe(40);
});

test('texts of which none repeats in 100 rows are unique in any number of rows', async () => {
  const word = (n: number): string =>
    ['left', 'pad', 'is', 'odd', 'go', 'fast', 'tiny', 'list', 'glob', 'ansi'][n % 10] ?? '';
  const rows = Array.from({ length: 200 }, (_, n) => ({
    n,
    code: `${'ABCDEFGH'[n % 8]}-${100_000 + ((n * 7_919) % 900_000)}`,
    short: `K${String(n).padStart(3, '0')}x`,
    ref: `user_${n + 1}`,
    package: `${word(n)}-${word(Math.floor(n / 10))}${n > 99 ? `.${word(n + 3)}` : ''}`,
    email: `${word(n)}.${word(Math.floor(n / 10))}${n > 99 ? 'x' : ''}@shop.example`,
    repeated: `T-${String(n % 150).padStart(6, '0')}`,
    nested: { key: `${word(n)}${n}` },
  }));
  const { schema } = await draftOf(rows);
  const made = await rowsOf(schema, 20_000);
  for (const name of ['code', 'short', 'ref', 'package', 'email'])
    expect([name, new Set(made.map((row) => row[name])).size]).toEqual([name, 20_000]);
  expect(new Set(made.map((row) => JSON.stringify(row['nested']))).size).toBe(20_000);
  expect(new Set(made.map((row) => row['repeated'])).size).toBeLessThan(20_000);
  for (const row of made.slice(0, 900)) {
    expect(row['code']).toMatch(/^[A-Z]-\d{6}$/);
    expect(row['short']).toMatch(/^[A-Z]\d{3}[a-z]$/);
    expect(row['ref']).toMatch(/^[a-z]{4}_\d+$/);
    expect(row['email']).toMatch(/^[^@]+@[^@]+$/);
  }
});
