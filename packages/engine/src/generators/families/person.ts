import { z } from 'zod/mini';
import { family, type Declared } from './family.ts';
import type { Sex } from '../kernels/text/names.ts';
import { fromDefinitions } from '../kernels/text/from-definitions.ts';
import { flag, options, text } from './params.ts';
import { spaceOf } from '../analysis/text-spaces.ts';

const sexType = z.enum(['female', 'generic', 'male']).check(z.describe('Default: any'));

/** A name; fast if its only argument is a sex. */
const named = (key: string, summary: string): Declared => ({
  summary,
  takes: z.array(sexType).check(z.maxLength(1)),
  kernel: ([sex, ...rest], scope) =>
    isSex(sex) && rest.length === 0 ? fromDefinitions(`person.${key}`, scope, sex) : undefined,
  values: ([sex, ...rest], lexicon) =>
    rest.length === 0 && (sex === undefined || isSex(sex))
      ? spaceOf(`person.${key}`, sex, lexicon)
      : undefined,
});
const isSex = (given: unknown): given is Sex => given === 'female' || given === 'male';

/** Types of faker's `person` module. */
export const personTypes = family('person', (faker) => faker.person, {
  bio: 'A short biography',
  firstName: named('firstName', 'A first name'),
  fullName: {
    summary: 'A full name, sometimes with a prefix or suffix',
    takes: options({
      firstName: text('First name to use'),
      lastName: text('Last name to use'),
      sex: z.optional(sexType),
    }),
    kernel([given], scope) {
      const { sex, ...rest } = (given ?? {}) as { sex?: unknown };
      return isSex(sex) && Object.keys(rest).length === 0
        ? fromDefinitions('person.fullName', scope, sex)
        : undefined;
    },
    values([given], lexicon) {
      const { sex, ...rest } = (given ?? {}) as { sex?: unknown };
      const isPlain = Object.keys(rest).length === 0 && (sex === undefined || isSex(sex));
      return isPlain ? spaceOf('person.fullName', sex, lexicon) : undefined;
    },
  },
  gender: 'A gender',
  jobArea: 'A field of work, such as Marketing',
  jobDescriptor: 'A job descriptor, such as Senior',
  jobTitle: 'A job title',
  jobType: 'A job type, such as Engineer',
  lastName: named('lastName', 'A last name'),
  middleName: named('middleName', 'A middle name'),
  prefix: named('prefix', 'A name prefix, such as Dr.'),
  sex: 'A sex',
  sexType: {
    summary: 'female or male',
    takes: options({ includeGeneric: flag('Include "generic". Default false') }),
  },
  suffix: 'A name suffix, such as Jr.',
  zodiacSign: 'A zodiac sign',
});
