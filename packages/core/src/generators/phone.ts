import { family } from './family.ts';
import { cardNumber } from './kernels/method/card.ts';
import { textCell } from './kernels/method/pieces.ts';
import { choice, options } from './params.ts';

/** Types of faker's `phone` module. */
export const phoneTypes = family('phone', (faker) => faker.phone, {
  imei: {
    summary: 'An IMEI number',
    kernel: (_, scope) => textCell(scope, (draws) => cardNumber(draws, '##-######-######-L')),
  },
  number: {
    summary: 'A phone number',
    takes: options({ style: choice(['human', 'national', 'international', 'mobile'], 'Default human') }),
  },
});
