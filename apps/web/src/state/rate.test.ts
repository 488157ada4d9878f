import { expect, test } from 'vitest';
import { limitsNote } from './rate.ts';
import { emptyForm, type Form } from './settings.ts';

const ably = (eps: string): Form => ({
  ...emptyForm,
  generatorName: 'Ably',
  values: { Ably: { channelId: 'events', apiKey: 'a.b:c' } },
  eps,
});

test.each([
  ['10', 'About 1 request a second, 10 events each. Ably takes 50 requests a second.'],
  ['0.5', 'A request every 2 seconds. Ably takes 50 requests a second.'],
])('at %s events a second it says how many requests that is and how many are taken', (eps, note) => {
  expect(limitsNote(ably(eps))).toBe(note);
});

test('beyond what is taken it says how many events will arrive', () => {
  expect(limitsNote(ably('1000000'))).toMatch(
    /^About [\d,]+ requests a second, [\d,]+ events each\. Ably takes 50 requests a second: about [\d,]+ events a second will arrive, the rest late\.$/,
  );
});

test.each(['', '0', '-1', 'x', 'Infinity'])('it says nothing where the rate is %j', (eps) => {
  expect(limitsNote(ably(eps))).toBeUndefined();
});

test('it says nothing where nothing is sent, or while the settings do not pass', () => {
  expect(limitsNote({ ...emptyForm, generatorName: 'Log' })).toBeUndefined();
  expect(limitsNote(emptyForm)).toBeUndefined();
});
