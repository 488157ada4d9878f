import { family } from './family.ts';
import { fullName } from './kernels/people.ts';

/** Types of faker's `person` module. */
export const personTypes = family('person', (faker) => faker.person, {
  bio: 'A short self-description',
  firstName: 'A first name',
  fullName: {
    summary: 'A full name, sometimes with prefix or suffix',
    kernel: (args, scope) => (args.length === 0 ? fullName(scope) : undefined),
  },
  gender: 'A gender',
  jobArea: 'An area of work',
  jobDescriptor: 'A rank or flavour of a job',
  jobTitle: 'A job title',
  jobType: 'A kind of job',
  lastName: 'A last name',
  middleName: 'A middle name',
  prefix: "A name's prefix, such as Dr.",
  sex: 'A sex, in words',
  sexType: 'female or male',
  suffix: "A name's suffix, such as Jr.",
  zodiacSign: 'A sign of the zodiac',
});
