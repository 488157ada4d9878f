import { base, en, Faker } from '@faker-js/faker';

/** Faker's English lists and patterns, the rest of them from its base locale: what its methods draw from. */
export type Definitions = Faker['definitions'];

function once(): () => Definitions {
  let known: Definitions | undefined;
  return () => (known ??= new Faker({ locale: [en, base] }).definitions);
}

/** The definitions, made when first asked for. */
export const definitions = once();
