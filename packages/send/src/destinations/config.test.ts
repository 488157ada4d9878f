import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import * as z from 'zod/mini';
import { configTexts, parseConfig, settingsOf, type Setting } from './parse-config.ts';
import type { Destination } from './destination.ts';
import { destinations, findDestination } from './index.ts';
import { log } from './log.ts';
import { choiceSetting, flagSetting, jsonSetting, optionalTextSetting, textSetting } from './setting.ts';
import { addressedSettings, completeSettings, secretOf } from '../../test/complete-settings.ts';
import { settingErrors } from '../../test/setting-errors.ts';

const shape = {
  place: choiceSetting({ label: 'Place', choices: { near: 'Near', far: 'Far', custom: 'Elsewhere' } }),
  where: optionalTextSetting({ label: 'Where', when: { place: 'custom' }, needed: true }),
  name: textSetting(
    { label: 'Name', help: 'As it is called.', example: 'events' },
    z.maxLength(5, 'Too long'),
  ),
  secret: textSetting({ label: 'Secret', secret: true }),
  loud: flagSetting({ label: 'Loud' }),
  more: jsonSetting({ label: 'More' }, z.record(z.string(), z.number('Must be numbers'))),
};
const config = z.object(shape);
// Everything but the settings is that of Log.
const { name, command, title, summary, acknowledgement, call } = log;
const subject: Destination<z.output<typeof config>> = {
  name,
  command,
  title,
  summary,
  acknowledgement,
  call,
  config,
  limits: () => ({ rows: 1, bytes: 1 }),
  host: () => undefined,
  open: (_config, env) => log.open({}, env),
  check: (_config, env, signal) => log.check({}, env, signal),
};
const given = { name: 'a', secret: 'b' };

describe('settings are derived from a destination’s config', () => {
  test('in the order of the form, with everything a form needs', () => {
    expect(settingsOf(subject)).toEqual([
      {
        name: 'place',
        label: 'Place',
        kind: 'choice',
        secret: false,
        required: false,
        default: 'near',
        choices: [
          { value: 'near', label: 'Near' },
          { value: 'far', label: 'Far' },
          { value: 'custom', label: 'Elsewhere' },
        ],
      },
      {
        name: 'where',
        label: 'Where',
        kind: 'text',
        secret: false,
        required: true,
        choices: [],
        when: { place: 'custom' },
      },
      {
        name: 'name',
        label: 'Name',
        help: 'As it is called.',
        example: 'events',
        kind: 'text',
        secret: false,
        required: true,
        choices: [],
      },
      { name: 'secret', label: 'Secret', kind: 'text', secret: true, required: true, choices: [] },
      {
        name: 'loud',
        label: 'Loud',
        kind: 'boolean',
        secret: false,
        required: false,
        default: 'false',
        choices: [],
      },
      { name: 'more', label: 'More', kind: 'json', secret: false, required: false, choices: [] },
    ]);
  });

  const names = (name: string) => settingsOf(findDestination(name) ?? log).map((setting) => setting.name);

  test('and have the names of the specification', () => {
    expect(names('Tinybird')).toEqual(expect.arrayContaining(['endpoint', 'datasource', 'token']));
    expect(names('Ably')).toEqual(expect.arrayContaining(['channelId', 'apiKey']));
    expect(names('AWSSNS')).toEqual(
      expect.arrayContaining([
        'region',
        'topicArn',
        'accessKeyId',
        'secretAccessKey',
        'subject',
        'snsOptions',
      ]),
    );
  });

  test('and what its name says is a credential is secret, and nothing else is', () => {
    const isSecret = /token$|password|key$|headerValue|sas|serviceAccount/i;
    const isNone = /^(orderingKey|messageKey|Key$)/;
    for (const each of destinations)
      for (const { name, secret } of settingsOf(each))
        expect(secret, `${each.name}.${name}`).toBe(isSecret.test(name) && !isNone.test(name));
  });
});

describe('a config is parsed from texts', () => {
  test('with defaults for missing settings', () => {
    expect(parseConfig(subject, given)).toEqual({
      ok: true,
      config: { place: 'near', name: 'a', secret: 'b', loud: false },
    });
  });

  test('and from typed values', () => {
    expect(parseConfig(subject, { ...given, loud: true, more: { a: 1 } })).toMatchObject({
      config: { loud: true, more: { a: 1 } },
    });
    expect(parseConfig(subject, { ...given, loud: 'on', more: '{"a": 1}' })).toMatchObject({
      config: { loud: true, more: { a: 1 } },
    });
  });

  test('trimmed, with empty ones missing', () => {
    expect(parseConfig(subject, { name: ' a\n', secret: '\tb ', place: '', loud: ' ', more: '' })).toEqual({
      ok: true,
      config: { place: 'near', name: 'a', secret: 'b', loud: false },
    });
  });

  test('without unknown keys', () => {
    const result = parseConfig(subject, { ...given, host: 'x', withLimit: '-1' });
    expect(result).toEqual(parseConfig(subject, given));
  });

  test('with the choices that other settings imply', () => {
    const whole = parseConfig(subject, { ...given, place: 'custom', where: 'there' });
    expect(whole).toMatchObject({ ok: true, config: { where: 'there' } });
    expect(parseConfig(subject, { ...given, where: 'there' })).toEqual(whole);
  });

  test.each([
    [{}, { name: ['Required'], secret: ['Required'] }],
    [{ ...given, place: 'custom' }, { where: ['Required'] }],
    [{ place: 'custom' }, { where: ['Required'], name: ['Required'], secret: ['Required'] }],
    [
      { ...given, place: 'mars', name: 'longer' },
      { place: ['Must be one of: near, far, custom'], name: ['Too long'] },
    ],
    [{ ...given, loud: 'perhaps' }, { loud: ['Must be true or false'] }],
    [{ ...given, more: '{"a": "b"}' }, { more: ['Must be numbers'] }],
    [{ ...given, name: 1 }, { name: ['Required'] }],
    [{ ...given, place: 'near', where: 'there' }, { where: ['Requires place custom'] }],
    [
      { ...given, name: '{{n}}' },
      { name: ['Must not contain {{. Values of events cannot be inserted here'] },
    ],
    [
      { ...given, more: { a: '{{n}}' } },
      { more: ['Must be numbers', 'Must not contain {{. Values of events cannot be inserted here'] },
    ],
  ])('%j is rejected with every error at its field', (input, errors) => {
    expect(settingErrors(parseConfig(subject, input))).toEqual(errors);
  });

  test('and never throws, whatever the input', () => {
    const anything = fc.oneof(fc.string(), fc.anything());
    for (const destination of destinations) {
      const names = settingsOf(destination).map(({ name }) => name);
      const input = fc.dictionary(fc.oneof(fc.constantFrom('', ...names), fc.string()), anything);
      fc.assert(
        fc.property(input, (values) => {
          expect(typeof parseConfig(destination, values).ok).toBe('boolean');
        }),
        { numRuns: cases(60) },
      );
    }
  });
});

describe('a config survives a round trip through texts', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9._/+=-]{1,30}$/);
  const valueOf = ({
    name,
    secret,
    kind,
    choices,
    example,
    default: usual,
  }: Setting): fc.Arbitrary<string> => {
    if (choices.length > 0) return fc.constantFrom(...choices.map(({ value }) => value));
    if (kind === 'boolean') return fc.constantFrom('true', 'false', 'yes');
    if (secret) return secretOf(name) === secretOf('') ? word : fc.constant(secretOf(name));
    const known = example ?? usual;
    return known === undefined ? word : fc.constant(known);
  };

  test.each(destinations.map((each) => [each.name, each] as const))('%s', (name, destination) => {
    const settings = settingsOf(destination).filter(({ kind }) => kind !== 'json');
    const any = fc.record(Object.fromEntries(settings.map((each) => [each.name, valueOf(each)])));
    const some = fc.record(Object.fromEntries(settings.map((each) => [each.name, fc.boolean()])));
    let tried = 0;
    fc.assert(
      fc.property(any, some, (values, isGiven) => {
        const texts: Record<string, string> = {};
        for (const { name, required, when = {}, default: usual } of settings) {
          const isUsed = Object.entries(when).every(([other, value]) => texts[other] === value);
          if (isUsed && (required || isGiven[name])) texts[name] = values[name] ?? '';
          else if (isUsed && usual !== undefined) texts[name] = usual;
        }
        const first = parseConfig(destination, texts);
        // Settings that need others.
        if (!first.ok) return;
        tried++;
        const again = configTexts(destination, first.config);
        for (const value of Object.values(again)) expect(typeof value).toBe('string');
        expect(parseConfig(destination, again)).toEqual(first);
      }),
    );
    expect(tried, name).toBeGreaterThan(5);
  });
});

describe('a custom endpoint', () => {
  test.each(
    destinations.flatMap((each) => {
      const addressed = addressedSettings(each);
      return addressed === undefined ? [] : [[each.name, each, addressed] as const];
    }),
  )(
    '%s: unencrypted on this machine only, unless clear text is allowed',
    (name, destination, { setting, at }) => {
      const settings = (address: string) => ({ ...completeSettings(destination), ...at(address) });
      for (const address of ['http://localhost:4566', 'https://collector.example'])
        expect(parseConfig(destination, settings(address)), name).toMatchObject({ ok: true });
      const open = settings('http://collector.internal');
      const errors = { [setting]: ['Must start with https://, or with http:// on localhost'] };
      expect(settingErrors(parseConfig(destination, open))).toEqual(errors);
      expect(parseConfig(destination, open, { clearText: true })).toMatchObject({ ok: true });
    },
  );
});

describe('every destination', () => {
  test.each(destinations.map((each) => [each.name, each] as const))(
    '%s is found by both names',
    (name, destination) => {
      expect(findDestination(name)).toBe(destination);
      expect(findDestination(destination.command)).toBe(destination);
    },
  );

  test('is not found by another name', () => {
    expect(findDestination('constructor')).toBeUndefined();
  });

  test('has settings with labels, and an example or help unless a text is secret', () => {
    for (const destination of destinations)
      for (const { label, kind, secret, help, example } of settingsOf(destination)) {
        expect(label).toMatch(/^[A-Z]/);
        if (kind === 'text' && !secret && label !== 'User name') expect(help ?? example).toBeDefined();
      }
  });
});
