import { destinations, isSettingShown, settingsOf, type Destination } from '@catbird/core/destinations';
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
import { expect, test } from 'vitest';
import type { Config, Values } from '../state/config.ts';
import { emptyForm, UNLIMITED } from '../state/settings.ts';
import { CUSTOM } from '../state/state.ts';
import { compress, decompress } from './compress.ts';
import { formOf, readLink, withConfig, withoutSecrets, withSchema } from './link.ts';

const RUNS = { numRuns: 1000 };

/** Any text a field may hold; a lone surrogate has no place in an address and becomes U+FFFD there. */
const typed = string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed());
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

test('a schema that would decompress to 200 MB is rejected before it is decompressed', async () => {
  const packed = await compress(' '.repeat(200 * 1024 * 1024));
  const before = process.memoryUsage().arrayBuffers;
  await expect(decompress(packed)).rejects.toThrow('larger than 256 KiB and was not opened');
  expect((process.memoryUsage().arrayBuffers - before) / 1024 / 1024).toBeLessThan(150);
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
