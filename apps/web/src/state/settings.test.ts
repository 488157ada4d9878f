import { settingsOf } from '@catbird/send';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Form } from './config.ts';
import { knownDestinations, loadLater } from './destinations.ts';
import { checkForm, emptyForm, errorsOf, errorText, rateText, valuesOf } from './settings.ts';

const filled = (
  generatorName: string,
  values: Readonly<Record<string, string>>,
  more: Partial<Form> = {},
): Form => ({
  ...emptyForm,
  generatorName,
  values: { [generatorName]: values },
  ...more,
});
const log = (more: Partial<Form>): Form => filled('Log', {}, more);

beforeAll(loadLater);

describe('the form', () => {
  test('a new form has the first destination, one event a second and no limit', () => {
    expect(emptyForm).toEqual({ generatorName: 'Tinybird', values: {}, eps: '1', limited: false, limit: '' });
  });

  test('an untouched field has its default', () => {
    expect(valuesOf(emptyForm)).toMatchObject({ host: 'gcp_europe_west3' });
  });
});

describe('checking settings', () => {
  test.each<[string, Form, readonly string[]]>([
    ['Tinybird', emptyForm, ['datasource', 'token']],
    [
      'Tinybird with a custom host',
      filled('Tinybird', { host: 'custom' }),
      ['endpoint', 'datasource', 'token'],
    ],
    ['Ably', filled('Ably', {}), ['channelId', 'apiKey']],
    ['AWS SNS', filled('AWSSNS', {}), ['region', 'topicArn', 'accessKeyId', 'secretAccessKey']],
  ])('an empty form of %s reports all of its required fields', (_name, form, missing) => {
    const checked = checkForm(form);
    expect(Object.keys(errorsOf(checked)).toSorted()).toEqual(missing.toSorted());
  });

  test('what was typed for another choice is left out, and placeholders are refused', () => {
    const typed = { url: 'https://example.com', auth: 'none', bearerToken: 'left over' };
    const checked = checkForm(filled('HTTP', typed));
    expect(checked).toMatchObject({ ok: true });
    expect(JSON.stringify(checked)).not.toContain('left over');
    const braces = checkForm(filled('HTTP', { url: 'https://example.com/{{id}}' }));
    expect(Object.keys(errorsOf(braces))).toEqual(['url']);
  });

  test('errors of destination, rate and limit are reported together', () => {
    const checked = checkForm({ ...emptyForm, eps: '-1', limited: true, limit: '0' });
    expect(Object.keys(errorsOf(checked))).toEqual(['datasource', 'token', 'eps', 'limit']);
  });

  test.each([
    ['', 1],
    ['  ', 1],
    ['1', 1],
    ['0.5', 0.5],
    ['1e3', 1000],
    [' 7 ', 7],
  ])('eps %j is %d events/s', (eps, expected) => {
    expect(checkForm(log({ eps }))).toMatchObject({ ok: true, config: { eps: expected } });
  });

  test.each([
    ['0', 'Must be greater than 0'],
    ['-1', 'Must be greater than 0'],
    ['x', 'Must be a number'],
    ['1e99', 'Must be at most 1,000,000,000'],
    ['Infinity', 'Must be at most 1,000,000,000'],
  ])('eps %j is rejected', (eps, words) => {
    expect(checkForm(log({ eps }))).toEqual({ ok: false, issues: [{ path: ['eps'], message: words }] });
  });

  test.each([
    [true, '', -1],
    [true, '5', 5],
    [true, '-1', -1],
    [false, '5', -1],
    [false, 'nonsense', -1],
  ])('limited %s with %j is a limit of %d', (limited, limit, expected) => {
    expect(checkForm(log({ limited, limit }))).toMatchObject({ ok: true, config: { limit: expected } });
  });

  test.each(['0', '1.5', '-2', 'x', '1e300'])('a limit of %j is rejected', (limit) => {
    expect(checkForm(log({ limited: true, limit }))).toEqual({
      ok: false,
      issues: [{ path: ['limit'], message: 'Must be a whole number, 1 or more' }],
    });
  });

  test('any input is accepted or rejected, and never throws', () => {
    const destinations = knownDestinations();
    const names = destinations.map(({ name }) => name);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.dictionary(
          fc.constantFrom(...destinations.flatMap((each) => settingsOf(each).map(({ name }) => name))),
          fc.string(),
        ),
        fc.string(),
        fc.string(),
        fc.boolean(),
        (generatorName, values, eps, limit, limited) => {
          const checked = checkForm({
            generatorName,
            values: { [generatorName]: values },
            eps,
            limit,
            limited,
          });
          if (!checked.ok) return checked.issues.length > 0;
          return checked.config.eps > 0 && (checked.config.limit === -1 || checked.config.limit >= 1);
        },
      ),
    );
  });
});

test('an error is formatted as field: messages', () => {
  expect(errorText('token', ['Required', 'Must be one word'])).toBe('token: Required, Must be one word');
  expect(errorText('token', [])).toBeUndefined();
  expect(errorText('token', undefined)).toBeUndefined();
});

test('a rate is formatted for people', () => {
  expect([0.5, 1, 1000, 1_234_567.8912].map(rateText)).toEqual(['0.5', '1', '1,000', '1,234,567.891']);
});
