import { expect, test } from 'vitest';
import { readLink } from '../link/link.ts';
import { commandOf } from './command.ts';
import { DELIVERY, deliveryOf, runOptionsOf } from './delivery.ts';

test('by default it keeps trying for 30 seconds, and for two as long as nothing was accepted', () => {
  const [first] = DELIVERY.find(({ name }) => name === 'attempts')?.choices ?? [];
  expect(first?.label).toBe('Keep trying for 30 s');
  expect(runOptionsOf().retry).toEqual({ startWindowMs: 2000 });
  expect(deliveryOf({ attempts: first?.value ?? '' })).toEqual({});
});

test.each(['1', '2', '3', '5', '10', '20'])('a link with attempts=%s keeps them', (attempts) => {
  const { delivery } = readLink(`?generatorName=Log&attempts=${attempts}`);
  expect(delivery).toEqual({ attempts });
  expect(runOptionsOf(delivery).retry).toEqual({ startWindowMs: 2000, attempts: Number(attempts) });
  const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1, delivery };
  const stream = { config, template: 'Simple Example', content: '', seed: '1' };
  expect(commandOf(stream)).toContain(`--attempts ${attempts}`);
});

test('what a service asked for too long a wait exceeds is named as the limit that it is', () => {
  expect(runOptionsOf().optionNames?.retryFor).toBe('the retry limit of 30 s');
});

test('how to go on after failures is named in the words of the settings', () => {
  expect(runOptionsOf().optionNames?.continueOnFailure).toBe(
    'choose “Go on” for “When events are refused or given up” in the settings, under Delivery',
  );
});
