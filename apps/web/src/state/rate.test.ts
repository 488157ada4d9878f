import { expect, test } from 'vitest';
import { limitsNote } from './rate.ts';
import type { Form } from './config.ts';
import { emptyForm } from './settings.ts';

const ably = (eps: string): Form => ({
  ...emptyForm,
  generatorName: 'Ably',
  values: { Ably: { channelId: 'events', apiKey: 'a.b:c' } },
  eps,
});

test.each([
  ['10', 'About 1 request/s, 10 events each. Ably allows 50 requests/s.'],
  ['0.5', 'One request every 2 seconds. Ably allows 50 requests/s.'],
])('at %s events/s the note has the requests needed and allowed', (eps, note) => {
  expect(limitsNote(ably(eps))).toBe(note);
});

test('above the allowed rate the note has the number of events that will arrive', () => {
  expect(limitsNote(ably('1000000'))).toMatch(
    /^About [\d,]+ requests\/s, [\d,]+ events each\. Ably allows 50 requests\/s: about [\d,]+ events\/s will arrive on time, the rest late\.$/,
  );
});

test.each(['', '0', '-1', 'x', 'Infinity'])('there is no note for a rate of %j', (eps) => {
  expect(limitsNote(ably(eps))).toBeUndefined();
});

test('there is no note for a destination without requests, or for invalid settings', () => {
  expect(limitsNote({ ...emptyForm, generatorName: 'Log' })).toBeUndefined();
  expect(limitsNote(emptyForm)).toBeUndefined();
});
