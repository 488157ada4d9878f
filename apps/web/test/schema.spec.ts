import { fieldSpecs, findTemplate, templates } from '@catbird/engine';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, test, tinybirdLink } from './page.ts';
import { TIMELESS } from './rows.ts';

const LOG = { generatorName: 'Log' };
const textOf = (template: string): string => templates.find(({ name }) => name === template)?.text ?? '';
/** Said once Preview has validated the schema, until the next edit. */
const VALIDATED = 'The preview is up to date.';

// One page for all of these: to open one takes longer than most of them.
test('the schema designer', async ({ catbird }) => {
  await test.step('the schema designer has a template dropdown, a JSON editor, a Preview button, a sample area and a button "Start Generating!"', async () => {
    await catbird.open(LOG);
    await expect(catbird.template).toHaveValue('Simple Example');
    await expect(catbird.template.locator('option')).toHaveText([
      ...templates.map(({ name }) => name),
      'Custom',
    ]);
    expect(await catbird.template.evaluate((element) => element.tagName)).toBe('SELECT');
    await catbird.json();
    await expect(catbird.editor).toBeVisible();
    await expect(catbird.schema.getByRole('button', { name: 'Preview', exact: true })).toBeEnabled();
    await expect(catbird.schema.getByRole('button', { name: 'Start Generating!' })).toBeEnabled();
  });

  // templates.test.ts has every one of them.
  await test.step('a template previews without a warning, and without its hidden fields', async () => {
    await catbird.choose('Logs with Incidents');
    await catbird.preview();
    const schema = findTemplate('Logs with Incidents')?.schema ?? {};
    const sent = Object.entries(fieldSpecs(schema)).flatMap(([field, { hidden }]) =>
      hidden === true ? [] : [field],
    );
    // The row before stays until the new one is made.
    await expect
      .poll(async () => Object.keys(JSON.parse(await catbird.sample.innerText()) as object))
      .toEqual(sent);
    await expect(catbird.issues.locator('li')).toHaveCount(0);
  });

  await test.step('Preview shows one sample row, indented', async () => {
    await catbird.write(
      '{"id": {"type": "number.int", "params": {"min": 7, "max": 7}}, "list": {"type": "datatype.boolean", "count": 2}}',
    );
    await catbird.preview();
    const sample = await catbird.sample.innerText();
    const row = JSON.parse(sample) as { id: number; list: boolean[] };
    expect(row.id).toBe(7);
    expect(row.list).toHaveLength(2);
    expect(sample).toMatch(/^\{\s*\n {2}"id": 7,/);
  });

  await test.step('Preview loads the cities and names that a schema uses', async () => {
    const who = { type: 'catbird.person', params: { country: 'JP' }, hidden: true };
    const [name, zone] = ['name', 'timeZone'].map((member) => ({
      type: 'catbird.ref',
      params: `who.${member}`,
    }));
    await catbird.write(JSON.stringify({ who, name, zone }));
    await catbird.preview();
    const row = JSON.parse(await catbird.sample.innerText()) as { name: string; zone: string };
    expect(row.name).toMatch(/^\p{sc=Han}/u);
    expect(row.zone).toBe('Asia/Tokyo');
  });

  await test.step('a count of one gives a single value, more than one an array', async () => {
    const field = { type: 'number.int', params: { min: 3, max: 3 } };
    await catbird.write(JSON.stringify({ one: { ...field, count: 1 }, three: { ...field, count: 3 } }));
    await catbird.preview();
    expect(JSON.parse(await catbird.sample.innerText())).toEqual({ one: 3, three: [3, 3, 3] });
  });

  await test.step('changing the template clears the schema and loads its content; Custom keeps the content', async () => {
    await catbird.preview();
    await expect(catbird.schema).toContainText(VALIDATED);
    await catbird.choose('Stock Prices');
    await expect.poll(() => catbird.content()).toBe(textOf('Stock Prices'));
    await expect(catbird.sample).toContainText('stock_symbol');
    await expect(catbird.schema).not.toContainText(VALIDATED);
    await catbird.choose('Custom');
    await expect(catbird.template).toHaveValue('Custom');
    await expect.poll(() => catbird.content()).toBe(textOf('Stock Prices'));
  });

  await test.step('the template becomes Custom when the edited JSON differs from it, but not when it is only reformatted', async () => {
    await catbird.choose('Content Tracking');
    await catbird.write(JSON.stringify(JSON.parse(textOf('Content Tracking'))));
    await expect(catbird.template).toHaveValue('Content Tracking');
    await catbird.write(textOf('Content Tracking').replace('3600', '3601'));
    await expect(catbird.template).toHaveValue('Custom');
  });

  await test.step('invalid JSON makes the template Custom', async () => {
    await catbird.choose('Simple Example');
    await catbird.write(`${textOf('Simple Example')}}`);
    await expect(catbird.template).toHaveValue('Custom');
  });

  await test.step('all errors of a schema are shown, each with its place', async () => {
    await catbird.write(
      [
        '{',
        '  "a": { "type": "no.such" },',
        '  "b": { "type": "lorem.word", "count": 0 },',
        '  "c": { "type": "number.int", "params": { "min": "x" } }',
        '}',
      ].join('\n'),
    );
    await catbird.preview();
    await expect(catbird.issues.getByRole('button', { name: /^Line/ })).toHaveText([
      /^Line 2,/,
      /^Line 3,/,
      /^Line 4,/,
    ]);
  });

  await test.step('type names of older faker versions and of mockingbird work, with a note on the current name', async () => {
    await catbird.write('{"a": {"type": "internet.userName"}, "b": {"type": "mockingbird.timestampNow"}}');
    await catbird.preview();
    await expect(catbird.issues.locator('li')).toHaveText([
      /internet\.userName is now called internet\.username/,
      /mockingbird\.timestampNow is now called catbird\.timestampNow/,
    ]);
    await expect(catbird.sample).toContainText('"a": "');
  });
});

/** A bad schema with its expected issue and place. parse.test.ts and json.test.ts have every kind. */
const BAD: readonly (readonly [what: string, text: string, said: RegExp, place: string])[] = [
  ['broken JSON', '{\n  "a": {"type" "string.uuid"}\n}', /Missing colon after the name/, 'Line 2, column 9'],
  [
    'wrong params',
    '{"a": {"type": "number.int", "params": {"min": 9, "max": 1}}}',
    /^number\.int: Max 1 should be greater than min 9/,
    'Line 1, column 40',
  ],
  ['null', 'null', /not null/, 'Line 1, column 1'],
];

test('schemas that are sent, and those that are not', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '2', limit: '2' }));

  await test.step('broken JSON, wrong params and null are each reported at their place, and nothing is lost or sent', async () => {
    for (const [what, text, said, place] of BAD) {
      await catbird.choose('Stock Prices');
      await catbird.write(text);
      await catbird.schema.getByRole('button', { name: 'Preview', exact: true }).click();
      await expect(catbird.sample, what).toHaveText(
        what === 'wrong params' ? 'Error generating sample data' : 'Error parsing schema',
      );
      await expect(catbird.issues.locator('li'), what).toHaveText(said);
      await expect(catbird.issues.getByRole('button', { name: /^Line/ }), what).toHaveText(place);
      await expect.poll(() => catbird.content()).toBe(text);
      await catbird.generate();
      await expect(catbird.issues.locator('li'), what).toHaveText(said);
      await expect(catbird.overview).toHaveCount(0);
    }
    expect(tinybird.requests).toEqual([]);
  });

  await test.step('fields named __proto__ and constructor are fields like any other', async () => {
    const one = { type: 'number.int', params: { min: 1, max: 1 } };
    await catbird.write(`{"__proto__": ${JSON.stringify(one)}, "constructor": ${JSON.stringify(one)}}`);
    await catbird.preview();
    await expect(catbird.sample).toHaveText(/"__proto__": 1,\s*"constructor": 1/);
    await catbird.generate();
    await catbird.over('Done');
    expect(tinybird.requests.map(({ body }) => body.toString()).join('')).toBe(
      '{"__proto__":1,"constructor":1}\n'.repeat(2),
    );
  });

  await test.step('Start on the overview validates an edited schema and starts', async () => {
    await catbird.write(TIMELESS);
    await catbird.start();
    await expect(catbird.total).toHaveText('4');
    expect(Object.keys(tinybird.rows.at(-1) as object)).toEqual(Object.keys(JSON.parse(TIMELESS) as object));
  });

  await test.step('Start on the overview with an invalid schema shows the errors and sends nothing', async () => {
    await catbird.write('{"a": {"type": "string.uid"}}');
    await catbird.start();
    await expect(catbird.alert).toContainText('The schema can’t be used');
    await expect(catbird.issues).toContainText('string.uid');
    await expect(catbird.total).toHaveText('4');
    expect(tinybird.rows).toHaveLength(4);
  });
});
