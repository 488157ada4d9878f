import { expect, test } from 'vitest';
import { parseSchema, rows } from '../../../../core/src/index.ts';
import { parseRate } from '../../../../engine/src/time/rate.ts';
import { readDefinition } from '../definition.ts';
import { definitionLanguage } from '../language.ts';
import { formatOf } from './moment.ts';

const read = (text: string) => {
  expect(definitionLanguage(text)).toBe('kdg');
  return readDefinition(text, 'kdg');
};

/** The schema of a template whose records are JSON, checked by the engine, two of its rows, and what was noted. */
async function converted(text: string) {
  const found = await read(text);
  if (found.kind !== 'schema') throw new Error(JSON.stringify(found.config));
  const parsed = parseSchema(JSON.stringify(found.schema));
  expect(parsed.ok ? [] : parsed.issues).toEqual([]);
  const made: Record<string, unknown>[] = [];
  for await (const row of rows(found.schema, { seed: 1, count: 2, from: '2026-11-22T13:05:09Z', eps: 1 }))
    made.push(row);
  return { schema: found.schema, rows: made, notes: found.notes };
}

test('values in quotes are texts, and values without quotes are numbers, of one part or of several', async () => {
  const { schema, rows: made } = await converted(`{
    "id": {{random.number(50)}}, "text": "{{random.number({"min": 10, "max": 19})}}",
    "joined": {{random.number({"min": 3, "max": 3})}}.{{random.number({"min": 5, "max": 5})}},
    "fraction": {{random.number({"min": 0, "max": 1, "precision": 0.01})}},
    "price": {{commerce.price}}, "amount": "{{finance.amount}}",
    "flag": {{random.boolean}}, "code": {{random.arrayElement([200, 404])}},
    "name": "{{random.arrayElement([1, 2])}}-{{random.boolean}} {{name.firstName}}",
    "constant": [1, null], "list": ["{{random.number(1)}}", {{random.number(1)}}]
  }`);
  expect(schema).toMatchObject({
    id: { type: 'number.int', params: { max: 50 } },
    fraction: { type: 'number.float', params: { min: 0, max: 1, multipleOf: 0.01 } },
    amount: { type: 'finance.amount' },
    constant: { value: [1, null] },
  });
  for (const row of made)
    expect(row).toMatchObject({
      id: expect.any(Number),
      text: expect.stringMatching(/^1\d$/),
      joined: 3.5,
      price: expect.any(Number),
      amount: expect.stringMatching(/^\d+\.\d\d$/),
      flag: expect.any(Boolean),
      code: expect.any(Number),
      name: expect.stringMatching(/^[12]-(true|false) \p{Letter}+/u),
      list: [expect.stringMatching(/^[01]$/), expect.any(Number)],
    });
  expect(Object.keys(made[0] ?? {})).toEqual(
    'id text joined fraction price amount flag code name constant list'.split(' '),
  );
});

test('weights stand beside their values, and arguments may span lines and hold braces', async () => {
  const { schema } = await converted(`{"status": "{{random.weightedArrayElement(
    {
      "weights": [0.9, 0.1, 0],
      "data": ["OK", "FAIL", "never"]
    }
  )}}", "o": {{random.arrayElement([{"a": {"b": 1}}])}}}`);
  expect(schema).toEqual({
    status: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 0.9, value: 'OK' },
        { weight: 0.1, value: 'FAIL' },
      ],
    },
    o: { type: 'helpers.arrayElement', params: [{ a: { b: 1 } }] },
  });
});

test('what has no equivalent is named with its line and column, and becomes a word', async () => {
  const { schema, notes } = await converted(`{
  "prefix": "{{address.cityPrefix}}",
  "mail": "{{internet.email("joe")}}",
  "odd": "{{weather.now}}",
  "bare": {{name.lastName}},
  "past": "{{date.past(2)}}",
  "{{random.word}}": 1
}`);
  expect(schema).toMatchObject({
    prefix: { type: 'lorem.word' },
    mail: { type: 'internet.email' },
    odd: { type: 'lorem.word' },
    past: { type: 'date.past', params: { years: 2 } },
    word: { value: 1 },
  });
  expect(notes).toEqual([
    '{{address.cityPrefix}} has no equivalent and became lorem.word (line 2, column 14)',
    '{{internet.email("joe")}}: left out the arguments, which have no equivalent (line 3, column 12)',
    '{{weather.now}} has no equivalent and became lorem.word (line 4, column 11)',
    'A text without quotes is invalid JSON: added the quotes (line 5, column 11)',
    'date.past is written as ISO 8601 (line 6, column 12)',
    'A name of a field that differs from row to row has no equivalent: it stays the same (line 7, column 4)',
  ]);
});

test('text is a line with a field for each placeholder, named by what is before it', async () => {
  const log = await read(
    '{{internet.ip}},{{name.firstName}} {{name.firstName}}\n user={{internet.userName}} "level": "{{random.arrayElement(["a"])}}" {{open',
  );
  expect(log).toMatchObject({
    kind: 'config',
    config: {
      format: {
        name: 'text',
        line: '{{ip}},{{firstName}} {{firstName_2}} user={{user}} "level": "{{level}}" {{open',
      },
      schema: {
        ip: { type: 'internet.ipv4' },
        firstName: { type: 'person.firstName' },
        user: { type: 'internet.username' },
        level: { type: 'helpers.arrayElement', params: ['a'] },
      },
    },
    notes: ['A placeholder without }} stays as text (line 2, column 71)'],
  });
  const broken = await read('{ "a": {{random.number(5)}}, "b": {{random.number(5)}}, }');
  expect(broken.notes[0]).toMatch(/looks like JSON, but it is not valid/);
});

test('arguments that cannot be kept leave a valid schema', async () => {
  const placeholders = [
    'random.number(-1)',
    'date.past(0)',
    'lorem.words(1e9)',
    'finance.amount({"min":5,"max":1})',
  ];
  const needed = ['random.objectElement({})', 'random.weightedArrayElement([1,2])', 'date.between("a","b")'];
  for (const each of [...placeholders, ...needed]) {
    const { notes } = await converted(`{"a": "{{${each}}}", "b": {{${each}}}}`);
    expect(notes.join('\n')).toMatch(each === 'random.number(-1)' ? /^$/ : /(has|have) no equivalent/);
  }
});

/** Each method of the Data Generator's faker, with what it becomes, or nothing if it is named. */
const METHODS: Readonly<Record<string, string>> = {
  'address.city': 'location.city',
  'address.citySuffix': '',
  'address.stateAbbr': 'location.state',
  'address.streetSuffix': '',
  'address.zipCode("####")': 'location.zipCode',
  'address.nearbyGPSCoordinate': 'location.nearbyGPSCoordinate',
  'commerce.color': 'color.human',
  'company.bs': 'company.buzzPhrase',
  'company.companyName': 'company.name',
  'company.suffixes': '',
  'date.between("2020-01-01", "2020-02-01")': 'date.between',
  'date.recent(3)': 'date.recent',
  'date.weekday({"abbr": true})': 'date.weekday',
  'finance.account(5)': 'finance.accountNumber',
  'finance.mask': 'finance.accountNumber',
  'finance.transactionType': 'finance.transactionType',
  'hacker.phrase': 'hacker.phrase',
  'helpers.createCard': '',
  'helpers.randomize': 'helpers.arrayElement',
  'helpers.replaceSymbols("##?")': 'helpers.replaceSymbols',
  'image.avatar': 'image.avatar',
  'image.cats': 'image.url',
  'internet.color': 'color.rgb',
  'internet.ip': 'internet.ipv4',
  'internet.password(9)': 'internet.password',
  'lorem.lines(2)': 'lorem.lines',
  'lorem.sentence(3)': 'lorem.sentence',
  'lorem.text': 'lorem.text',
  'name.findName': 'person.fullName',
  'name.title': 'person.jobTitle',
  'phone.phoneNumber': 'phone.number',
  'phone.phoneNumberFormat(5)': 'helpers.replaceSymbols',
  'random.alphaNumeric(5)': 'string.alphanumeric',
  'random.arrayElement': 'helpers.arrayElement',
  'random.locale': '',
  'random.number': 'number.int',
  'random.objectElement({"a": 1})': 'helpers.objectValue',
  'random.uuid': 'string.uuid',
  'random.weightedArrayElement': 'helpers.weightedArrayElement',
  'random.words(3)': 'word.words',
  'system.semver': 'system.semver',
};

test.each(Object.entries(METHODS))('%s becomes %s', async (method, type) => {
  const { schema, notes } = await converted(
    `{"a": {"b": "x", "c": "{{${method}}} {{date.utc}}", "d": {{${method}}}, "e": "{{${method}}}"}}`,
  );
  const fields = (schema['a'] as { readonly fields: Record<string, { readonly type: string }> }).fields;
  const [, hidden] = Object.values(fields);
  expect(hidden?.type).toBe(type === '' ? 'lorem.word' : type);
  expect(notes.some((note) => note.includes('no equivalent'))).toBe(type === '');
});

test.each([
  ['dddd, MMMM Do YYYY, h:mm:ss a', 'Sunday, November 22nd 2026, 1:05:09 pm'],
  ['ddd, hA', 'Sun, 1PM'],
  ['DD/MMM/YYYY:HH:mm:ss Z', '22/Nov/2026:13:05:09 +00:00'],
  ["[o'clock at] LT, L, DDDD", "o'clock at 1:05 PM, 11/22/2026, 326"],
  ['X', '1795352709'],
  ['YYYYMMDDHHmmssSSS', '20261122130509000'],
  ['d e E W Q', '0 0 7 47 4'],
])('the format %s of Moment.js writes %s', async (format, written) => {
  const { rows: made } = await converted(JSON.stringify({ at: `{{date.utc(${format})}}` }));
  expect(made[0]).toEqual({ at: written });
  expect(formatOf(format).changed).toEqual([]);
});

test('a time in digits without quotes is a number, and a token without an equivalent is named', async () => {
  const { rows: made, notes } = await converted(
    '{"ms": {{date.now("x")}}, "day": {{date.utc("YYYYMMDD")}}, "w": "{{date.utc("wo")}}"}',
  );
  expect(made[1]).toMatchObject({ ms: Date.UTC(2026, 10, 22, 13, 5, 10), day: 20_261_122 });
  expect(notes).toEqual([
    'date.now is written in UTC, not in the time zone of a browser (line 1, column 8)',
    'The token wo of date.utc is written in another form (line 1, column 66)',
  ]);
});

/** The table of rates as a browser keeps it. */
const periods = Object.fromEntries(
  Array.from({ length: 168 }, (_, n) => [Math.floor(n / 24), n % 24] as const).flatMap(([day, hour]) => [
    [`#${day}-${hour}-sig`, '10'],
    [`#${day}-${hour}-mu`, day === 0 ? '20' : hour < 12 ? '50' : '100'],
  ]),
);

test('the table of rates becomes a rate: its peak, and the hours of the week from Monday on', async () => {
  const { config, notes } = (await read(JSON.stringify(periods))) as unknown as {
    readonly config: { readonly eps: number; readonly rate: { readonly week: number[][] } };
    readonly notes: readonly string[];
  };
  expect(config).toMatchObject({ eps: 100, arrivals: 'poisson' });
  expect(config.rate.week).toEqual([
    ...Array.from({ length: 6 }, () => [...Array<number>(12).fill(0.5), ...Array<number>(12).fill(1)]),
    Array<number>(24).fill(0.2),
  ]);
  expect(parseRate(config.rate, { eps: 100 }).ok).toBe(true);
  expect(notes.join('\n')).toMatch(/square root of the mean/);
  const listed = await read('day,hour,mean,deviation\nSunday,0,10,0\n1,23,5,0\nx,1,2,3');
  expect(listed).toMatchObject({
    config: { eps: 10, arrivals: 'even', rate: { week: { 0: { 23: 0.5 }, 6: { 0: 1 } } } },
    notes: expect.arrayContaining([
      expect.stringMatching(/^Left out a line of the rates.*\(line 4\)$/),
      'The table of rates lacks 166 of 168 hours, which get no events',
    ]),
  });
});

test('what a browser keeps becomes a stream for each template, at the rate of the table', async () => {
  const templates = [
    { name: 'Sensor A', template: '{"a": {{random.number(5)}}}' },
    { name: 'Template 2', template: '' },
    { name: 'Lines', template: '{{weather.now}},{{random.uuid}}' },
  ];
  const saved = { templates: JSON.stringify(templates), periods: JSON.stringify(periods) };
  expect(await read(JSON.stringify(saved))).toMatchObject({
    contents: '2 templates',
    config: {
      eps: 100,
      streams: {
        Sensor_A: { schema: { a: { type: 'number.int' } } },
        Lines: { format: { name: 'text', line: '{{now}},{{uuid}}' } },
      },
    },
    notes: expect.arrayContaining([
      '{{weather.now}} has no equivalent and became lorem.word (Lines, line 1, column 1)',
    ]),
  });
});

test('each of very many placeholders becomes a field, and what has no equivalent keeps its place', async () => {
  const line = '{{random.number(5)}} '.repeat(20_000);
  const { schema, notes } = await read(`{\n"a": "${line}{{weather.now}}"\n}`).then((found) => {
    if (found.kind !== 'schema') throw new Error(found.kind);
    return found;
  });
  expect(Object.keys(schema)).toHaveLength(20_002);
  expect(schema).toHaveProperty('a_number_20000');
  expect(notes.join()).toContain(`(line 2, column ${7 + line.length})`);
});

test('events whose texts look like placeholders are a sample', () => {
  expect(
    definitionLanguage('{"text": "Hi {{name.firstName}}"}\n{"text": "Hi {{name.firstName}}"}'),
  ).toBeUndefined();
  expect(definitionLanguage('{"text": "Hi {{first}}"}')).toBeUndefined();
});
