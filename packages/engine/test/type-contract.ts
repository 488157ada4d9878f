import { expect, test } from 'vitest';
import type { Field } from '../src/model/schema.ts';
import { brokenPromises } from '../src/testing/promises.ts';

/** Tests that every generator type must pass, including custom types. */
export function typeContract(spec: Omit<Field, 'name' | 'count'>): void {
  test('keeps the promises of every type', () => {
    expect(brokenPromises(spec)).toEqual([]);
  });
}
