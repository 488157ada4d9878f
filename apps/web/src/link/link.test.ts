import { destinations, isSettingShown, settingsOf, type Destination } from '@catbird/send';
import {
  assert,
  constantFrom,
  dictionary,
  double,
  nat,
  oneof,
  property,
  record,
  string,
  uuid,
  type Arbitrary,
} from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { codePoint } from '../../../../test/code-point.ts';
import type { Config, Values } from '../state/config.ts';
import { loadLater } from '../state/destinations.ts';
import { UNLIMITED } from '../state/options.ts';
import { checkForm, emptyForm } from '../state/settings.ts';
import { CUSTOM } from '../state/state.ts';
import { STREAM_SETTINGS } from '../state/stream-settings.ts';
import { compress } from './compress.ts';
import { decompress } from './decompress.ts';
import { formOf, LONGEST_ADDRESS, readLink, withConfig, withoutSecrets, withSchema } from './link.ts';
import { loadTemplates } from '../state/templates.ts';

beforeAll(loadLater);
beforeAll(loadTemplates);

const RUNS = { numRuns: 200 };

/** Any text a field may hold; a lone surrogate has no place in an address and becomes U+FFFD there. */
const typed = string({ unit: codePoint, maxLength: 40 }).map((text) => text.toWellFormed());
const secret = uuid().map((id) => `NEEDLE-${id}`);
const eps = oneof(
  nat({ max: 1_000_000 }).map((n) => n + 1),
  double({ min: 0.01, max: 1e6, noNaN: true }),
);
const limit = oneof(
  constantFrom(UNLIMITED),
  nat({ max: 1e9 }).map((n) => n + 1),
);

const configOf = (destination: Destination): Arbitrary<Config> =>
  record({
    generatorName: constantFrom(destination.name),
    settings: record(
      Object.fromEntries(
        settingsOf(destination).map((setting) => [
          setting.name,
          setting.secret
            ? secret
            : setting.kind === 'choice'
              ? constantFrom(...(setting.choices ?? []).map(({ value }) => value))
              : typed,
        ]),
      ),
    ),
    eps,
    limit,
  });
const config = oneof(...destinations.map(configOf));

const needlesOf = ({ generatorName, settings }: Config): readonly string[] =>
  destinations
    .filter(({ name }) => name === generatorName)
    .flatMap((destination) => settingsOf(destination).filter(({ secret }) => secret))
    .map(({ name }) => settings[name] ?? '');

test('a copied link contains no secret, over 1,000 configs', () => {
  assert(
    property(config, typed, (config, content) => {
      const query = withSchema(withConfig('', config, { secrets: false }), {
        template: CUSTOM,
        packed: content,
        seed: '1',
      });
      const copied = withoutSecrets(query);
      for (const text of [query, copied, withoutSecrets(withConfig('', config, { secrets: true }))]) {
        for (const needle of needlesOf(config)) expect(text).not.toContain(needle);
      }
    }),
    RUNS,
  );
});

/** The settings that are shown beside the others: those of a saved config. */
const shownOf = ({ generatorName, settings }: Config): Values => {
  const destination = destinations.find(({ name }) => name === generatorName);
  const shown = destination && settingsOf(destination).filter((setting) => isSettingShown(setting, settings));
  return Object.fromEntries((shown ?? []).map(({ name }) => [name, settings[name] ?? '']));
};

test('a saved link loses nothing, over 1,000 configs', () => {
  assert(
    property(config, (config) => {
      const link = readLink(withConfig('', config, { secrets: true }));
      const { form, withheld } = formOf(link, emptyForm, new Map());
      const settings = shownOf(config);
      expect(form.generatorName).toBe(config.generatorName);
      // A destination may derive more settings; those from the link must be there.
      expect(form.values[config.generatorName]).toMatchObject(settings);
      expect(withheld).toBeUndefined();
      expect(Number(form.eps)).toBe(config.eps);
      expect(form.limited ? Number(form.limit) : UNLIMITED).toBe(config.limit);
    }),
    RUNS,
  );
});

test('a link may ask for the highest rate by the word of the command line', () => {
  const { form } = formOf(readLink('?generatorName=Log&eps=max'), emptyForm, new Map());
  expect(checkForm(form)).toMatchObject({ ok: true, config: { eps: 1e9 } });
});

test('a link logs all responses only if it says so', () => {
  expect(['', '?logs=false', '?logs=true'].map((query) => readLink(query).logs)).toEqual([
    false,
    false,
    true,
  ]);
});

test('a saved link without credentials keeps everything else', () => {
  assert(
    property(config, (config) => {
      const needles = needlesOf(config);
      const { values } = readLink(withConfig('', config, { secrets: false }));
      const rest = Object.entries(config.settings).filter(([, value]) => !needles.includes(value));
      expect(values).toMatchObject(Object.fromEntries(rest));
    }),
    RUNS,
  );
});

test('saving keeps unrelated parameters and removes the settings of another destination', () => {
  const query = '?template=Flappybird&seed=7&token=p.old&datasource=old&campaign=spring';
  const config = {
    generatorName: 'Ably',
    settings: { channelId: 'c', apiKey: 'k' },
    eps: 1,
    limit: UNLIMITED,
  };
  const saved = new URLSearchParams(withConfig(query, config, { secrets: true }));
  expect(Object.fromEntries(saved)).toEqual({
    template: 'Flappybird',
    seed: '7',
    campaign: 'spring',
    generatorName: 'Ably',
    channelId: 'c',
    apiKey: 'k',
    eps: '1',
    limit: '-1',
  });
});

test('a compressed schema decompresses unchanged', async () => {
  const texts = ['', '{}', 'ünï 🐦\u0000', JSON.stringify({ a: { type: 'string.uuid' } }, null, 2)];
  for (const text of texts) expect(await decompress(await compress(text))).toBe(text);
});

test('a schema that would decompress to 50 MB is rejected before it is decompressed', async () => {
  const packed = await compress(' '.repeat(50 * 1024 * 1024));
  const before = process.memoryUsage().arrayBuffers;
  await expect(decompress(packed)).rejects.toThrow('larger than 256 KiB and was not opened');
  expect((process.memoryUsage().arrayBuffers - before) / 1024 / 1024).toBeLessThan(35);
});

test('any text in place of a schema either decompresses or fails with a message', async () => {
  for (const text of ['z1.', 'z1.!', 'z1.AAAA', 'z1.____', '\u0001', '((((', `z1.${'A'.repeat(1000)}`]) {
    const outcome = await decompress(text).catch((error: unknown) => String(error));
    expect(typeof outcome).toBe('string');
  }
});

test('prototype names in an address are plain names', () => {
  assert(
    property(
      dictionary(constantFrom('__proto__', 'constructor', 'generatorName', 'template', 'eps'), typed),
      (query) => {
        expect(() => readLink(`?${new URLSearchParams(Object.entries(query)).toString()}`)).not.toThrow();
      },
    ),
  );
  const link = readLink('?generatorName=__proto__&template=constructor&__proto__=x');
  expect(link).toMatchObject({ generatorName: undefined, template: undefined, values: {} });
  expect({}).not.toHaveProperty('x');
});

test('a link fills in no hidden fields that may be revealed later', () => {
  const link = readLink('?generatorName=Tinybird&host=local&endpoint=https://evil.example&datasource=d');
  expect(formOf(link, emptyForm, new Map()).form.values['Tinybird']).toEqual({
    host: 'local',
    datasource: 'd',
  });
});

test('credentials in a link choose their authentication', () => {
  const link = readLink('?generatorName=HTTP&url=https://example.com&username=me');
  expect(formOf(link, emptyForm, new Map()).form.values['HTTP']).toEqual({
    url: 'https://example.com',
    auth: 'basic',
    username: 'me',
  });
});

test('a link holds the settings of time, and a damaged one loses none of them', () => {
  const saved: Config = {
    generatorName: 'Log',
    settings: {},
    eps: 5,
    limit: UNLIMITED,
    options: {
      from: '-30d',
      to: '+10m',
      speed: '1d/10m',
      future: 'true',
      arrivals: 'poisson',
      disorder: '5s',
      rate: '{"stages":[["0s",0],["2m",500]]}',
    },
  };
  const query = withConfig('?template=Flappybird&from=old&rate=old', saved, { secrets: true });
  expect(new URLSearchParams(query).get('template')).toBe('Flappybird');
  expect(formOf(readLink(query), emptyForm, new Map()).form.options).toEqual(saved.options);
  // Without settings of time, a link is what it was before there were any.
  const { options: _, ...plain } = saved;
  expect(withConfig(query, plain, { secrets: true })).toBe(
    '?template=Flappybird&generatorName=Log&eps=5&limit=-1',
  );
  const damaged = { from: 'soon', rate: '{"day":[1,' };
  const link = readLink(`?generatorName=Log&seed=7&${new URLSearchParams(damaged).toString()}`);
  expect(formOf(link, emptyForm, new Map()).form.options).toEqual(damaged);
  expect(link.seed).toBe('7');
});

test('a day of 96 points and a week fit into an address many times', () => {
  const rate = JSON.stringify({
    day: Array.from({ length: 96 }, (_, i) => Number((1 + Math.sin(i)).toFixed(5))),
    week: [1, 1.05, 1.05, 1, 0.9, 0.3, 0.25],
  });
  const config = { generatorName: 'Log', settings: {}, eps: 5, limit: UNLIMITED, options: { rate } };
  expect(withConfig('', config, { secrets: true }).length).toBeLessThan(LONGEST_ADDRESS / 4);
});

test('no setting of a destination has the name of a setting of the stream', () => {
  const names = new Set(
    destinations.flatMap((destination) => settingsOf(destination).map(({ name }) => name)),
  );
  expect(STREAM_SETTINGS.filter(({ name }) => names.has(name))).toEqual([]);
});

test.each([
  ['host=us_gcp', 'gcp_us_east4'],
  ['endpoint=eu_gcp', 'gcp_europe_west3'],
])("an older link with a region's old name selects that region: %s", (old, host) => {
  const link = readLink(`?generatorName=Tinybird&datasource=events&token=p.x&${old}`);
  expect(formOf(link, emptyForm, new Map()).form.values['Tinybird']).toMatchObject({ host });
});
