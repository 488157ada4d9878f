import { faker } from '@faker-js/faker';
import { expect, test } from 'vitest';
import { generatorTypes } from './catalogue.ts';

/** The names of all faker methods. */
function methodsOf(): readonly string[] {
  return Object.entries(faker).flatMap(([family, module]) => {
    if (typeof module !== 'object' || module === null) return [];
    const prototypes: object[] = [];
    for (let at: unknown = module; at !== Object.prototype && at !== null; at = Object.getPrototypeOf(at)) {
      prototypes.push(at as object);
    }
    const keys = new Set(prototypes.flatMap((each) => Object.getOwnPropertyNames(each)));
    return [...keys]
      .filter((key) => key !== 'constructor')
      .filter((key) => typeof (module as unknown as Record<string, unknown>)[key] === 'function')
      .map((key) => `${family}.${key}`);
  });
}

test('every faker method is allowed or rejected by name: a new one changes this list', () => {
  const methods = methodsOf().toSorted();
  const types = new Set(generatorTypes.map(({ name }) => name));
  const allowed = methods.filter((name) => types.has(name));
  const rejected = methods.filter((name) => !types.has(name));
  expect(allowed.length).toBeGreaterThan(200);
  expect({ allowed, rejected }).toMatchSnapshot();
});
