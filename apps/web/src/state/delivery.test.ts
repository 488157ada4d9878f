import { expect, test } from 'vitest';
import { readLink } from '../link/link.ts';
import { commandOf } from './command.ts';
import { DELIVERY, deliveryKeys, deliveryNames, deliveryOf, START_WINDOW_MS } from './delivery.ts';

test('by default it retries for 30 seconds, or for two until something is accepted', () => {
  const [first] = DELIVERY.find(({ name }) => name === 'attempts')?.choices ?? [];
  expect(first?.label).toBe('Keep trying for 30 s');
  expect(START_WINDOW_MS).toBe(2000);
  expect(deliveryKeys()).toEqual({});
  expect(deliveryOf({ attempts: first?.value ?? '' })).toEqual({});
});

test.each(['1', '2', '3', '5', '10', '20'])('a link with attempts=%s restores them', (attempts) => {
  const { delivery } = readLink(`?generatorName=Log&attempts=${attempts}`);
  expect(delivery).toEqual({ attempts });
  expect(deliveryKeys(delivery)).toEqual({ attempts: Number(attempts) });
  const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1, delivery };
  const stream = { config, template: 'Simple Example', content: '', seed: '1' };
  expect(commandOf(stream)).toContain(`--attempts ${attempts}`);
});

test('the retry limit is named when a service asks for a longer wait', () => {
  expect(deliveryNames().retryFor).toBe('the retry limit of 30 s');
});

test('how to keep going after failures is explained in the labels of the form', () => {
  expect(deliveryNames().continueOnFailure).toBe(
    'choose “Keep going” for “If events are rejected” in the settings, under Delivery',
  );
});
