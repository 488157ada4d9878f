import { family, type Declared } from './family.ts';
import { ALPHABETS } from './kernels/alphabets.ts';
import { amount } from './kernels/amount.ts';
import { characters } from './kernels/characters.ts';
import { extentOf } from './params.ts';

interface AmountOptions {
  readonly autoFormat?: boolean;
  readonly dec?: number;
  readonly max?: number;
  readonly min?: number;
  readonly symbol?: string;
}

/** Digits, their number given as such or as an option. */
const numeric = (summary: string, usual: number): Declared => ({
  summary,
  maxSize: 1_000_000,
  kernel([given = {}], scope) {
    const { length = usual } =
      typeof given === 'object' ? (given as { length?: unknown }) : { length: given };
    const extent = extentOf(length);
    return extent && characters({ alphabet: ALPHABETS.DIGITS, ...extent }, scope);
  },
});

/** Types of faker's `finance` module. */
export const financeTypes = family('finance', (faker) => faker.finance, {
  accountName: 'Name of a bank account',
  accountNumber: numeric('Number of a bank account, 8 digits unless asked otherwise', 8),
  amount: {
    summary: 'An amount of money as text, two decimals unless asked otherwise',
    example: { min: 5, max: 100, dec: 2 },
    kernel([given = {}], scope) {
      const { autoFormat = false, dec = 2, max = 1000, min = 0, symbol = '' } = given as AmountOptions;
      return autoFormat ? undefined : amount({ min, max, decimals: dec, symbol }, scope);
    },
  },
  bic: 'A SWIFT/BIC code',
  bitcoinAddress: 'A bitcoin address',
  creditCardCVV: {
    summary: "A card's three-digit verification value",
    kernel: (_, scope) => characters({ alphabet: ALPHABETS.DIGITS, min: 3, max: 3 }, scope),
  },
  creditCardIssuer: "A card's issuer",
  creditCardNumber: 'A card number that passes the Luhn check',
  currency: 'A currency with name, code, symbol and number',
  currencyCode: "A currency's ISO 4217 code",
  currencyName: "A currency's name",
  currencyNumericCode: "A currency's ISO 4217 number",
  currencySymbol: "A currency's symbol",
  ethereumAddress: {
    summary: 'An ethereum address',
    kernel: (_, scope) =>
      characters({ alphabet: ALPHABETS.HEX_LOWER, min: 40, max: 40, prefix: '0x' }, scope),
  },
  iban: 'An IBAN with valid check digits',
  litecoinAddress: 'A litecoin address',
  pin: numeric('A PIN, 4 digits unless asked otherwise', 4),
  routingNumber: 'A US bank routing number',
  transactionDescription: 'A bank transaction in a sentence',
  transactionType: 'Kind of a bank transaction',
});
