import { family } from './family.ts';

/** Types of faker's `phone` module. */
export const phoneTypes = family('phone', (faker) => faker.phone, {
  imei: "A phone's IMEI number",
  number: 'A phone number',
});
