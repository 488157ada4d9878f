import { z } from 'zod/mini';
import { family, type Declared } from './family.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import { amount } from './kernels/number/amount.ts';
import { characters } from './kernels/text/characters.ts';
import { choice, either, extentOf, flag, num, numberOrOptions, options, size, text } from './params.ts';

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
  takes: numberOrOptions('Digits', { length: size(`Digits. Default ${usual}`) }),
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
    takes: options({
      min: num('Least amount. Default 0'),
      max: num('Greatest amount. Default 1,000'),
      dec: num('Decimals. Default 2'),
      symbol: text('Before the amount'),
      autoFormat: flag('With separators of thousands. Default false'),
    }),
    kernel([given = {}], scope) {
      const { autoFormat = false, dec = 2, max = 1000, min = 0, symbol = '' } = given as AmountOptions;
      return autoFormat ? undefined : amount({ min, max, decimals: dec, symbol }, scope);
    },
  },
  bic: {
    summary: 'A SWIFT/BIC code',
    takes: options({ includeBranchCode: flag('With three more characters. Default: half of them') }),
  },
  bitcoinAddress: {
    summary: 'A bitcoin address',
    takes: options({
      type: choice(['legacy', 'segwit', 'bech32', 'taproot'], 'Kind of address. Default: any'),
      network: choice(['mainnet', 'testnet'], 'Default mainnet'),
    }),
  },
  creditCardCVV: {
    summary: "A card's three-digit verification value",
    kernel: (_, scope) => characters({ alphabet: ALPHABETS.DIGITS, min: 3, max: 3 }, scope),
  },
  creditCardIssuer: "A card's issuer",
  creditCardNumber: {
    summary: 'A card number that passes the Luhn check',
    takes: either(
      z.string().check(z.describe('Issuer, or a pattern')),
      z.strictObject({ issuer: text('Issuer, or a pattern such as 63[7-9]#-####-####-###L') }),
    ),
  },
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
  iban: {
    summary: 'An IBAN with valid check digits',
    takes: options({
      formatted: flag('In groups of four. Default false'),
      countryCode: text('ISO 3166 code, such as DE'),
    }),
  },
  litecoinAddress: 'A litecoin address',
  pin: numeric('A PIN, 4 digits unless asked otherwise', 4),
  routingNumber: 'A US bank routing number',
  transactionDescription: 'A bank transaction in a sentence',
  transactionType: 'Kind of a bank transaction',
});
