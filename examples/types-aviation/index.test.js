import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rows } from '@catbird/core';
import { checkTypes } from '@catbird/core/testing';
import types from './index.js';

test('the types keep the promises of Catbird', () => {
  assert.deepEqual(checkTypes(types), []);
});

test('values look like those of aviation', async () => {
  const schema = {
    flight: { type: 'aviation.flightNumber', params: { airline: 'BA' } },
    aircraft: { type: 'aviation.registration', params: { mark: 'G' } },
    squawk: { type: 'aviation.squawk', params: { emergencies: 0 } },
  };
  for await (const { flight, aircraft, squawk } of rows(schema, { types, seed: 1, count: 500 })) {
    assert.match(flight, /^BA [1-9]\d{0,3}$/);
    assert.match(aircraft, /^G-E[A-Z]{3}$/);
    assert.match(squawk, /^(?!7500|7600|7700)[0-7]{4}$/);
  }
});
