import { z } from 'zod/mini';
import { family, type Declared } from './family.ts';
import type { Sex } from './kernels/text/names.ts';
import { fromDefinitions } from './kernels/text/from-definitions.ts';
import { flag, options, text } from './params.ts';

const sexType = z.enum(['female', 'generic', 'male']).check(z.describe('Default: any'));

/** A name for one sex, when that is all that is asked for. */
const named = (key: string, summary: string): Declared => ({
  summary,
  takes: z.array(sexType).check(z.maxLength(1)),
  kernel: ([sex, ...rest], scope) =>
    isSex(sex) && rest.length === 0 ? fromDefinitions(`person.${key}`, scope, sex) : undefined,
});
const isSex = (given: unknown): given is Sex => given === 'female' || given === 'male';

/** Types of faker's `person` module. */
export const personTypes = family('person', (faker) => faker.person, {
  bio: 'A short self-description',
  firstName: named('firstName', 'A first name'),
  fullName: {
    summary: 'A full name, sometimes with prefix or suffix',
    takes: options({
      firstName: text('A first name'),
      lastName: text('A last name'),
      sex: z.optional(sexType),
    }),
    kernel([given], scope) {
      const { sex, ...rest } = (given ?? {}) as { sex?: unknown };
      return isSex(sex) && Object.keys(rest).length === 0
        ? fromDefinitions('person.fullName', scope, sex)
        : undefined;
    },
  },
  gender: 'A gender',
  jobArea: 'An area of work',
  jobDescriptor: 'A rank or flavour of a job',
  jobTitle: 'A job title',
  jobType: 'A kind of job',
  lastName: named('lastName', 'A last name'),
  middleName: named('middleName', 'A middle name'),
  prefix: named('prefix', "A name's prefix, such as Dr."),
  sex: 'A sex, in words',
  sexType: {
    summary: 'female or male',
    takes: options({ includeGeneric: flag('generic, too. Default false') }),
  },
  suffix: "A name's suffix, such as Jr.",
  zodiacSign: 'A sign of the zodiac',
});
