import { family } from './family.ts';
import { choice, options } from './params.ts';

/** Types of faker's `phone` module. */
export const phoneTypes = family('phone', (faker) => faker.phone, {
  imei: 'An IMEI number',
  number: {
    summary: 'A phone number',
    takes: options({ style: choice(['human', 'national', 'international', 'mobile'], 'Default human') }),
  },
});
