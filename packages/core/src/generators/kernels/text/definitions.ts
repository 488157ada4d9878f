import type { Faker } from '@faker-js/faker';
import { newFaker } from './faker.ts';

/** Faker's English lists and patterns, the rest of them from its base locale: what its methods draw from. */
export type Definitions = Faker['definitions'];

function once(): () => Definitions {
  let known: Definitions | undefined;
  return () => (known ??= newFaker().definitions);
}

/** The definitions, made when first asked for. */
export const definitions = once();
