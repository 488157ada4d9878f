import type { Faker } from '@faker-js/faker';
import { newFaker } from './faker.ts';

/** The lists and patterns that faker's methods draw from: English, completed by the base locale. */
export type Definitions = Faker['definitions'];

function once(): () => Definitions {
  let known: Definitions | undefined;
  return () => (known ??= newFaker().definitions);
}

/** The definitions, created on first use. */
export const definitions = once();
