import * as z from 'zod/mini';
import { objectOf } from '../../model/kind.ts';
import { amount, price } from '../kernels/number/amount.ts';
import { ALPHABETS, characters } from '../kernels/text/characters.ts';
import { type Declared, family } from './family.ts';
import {
  choice,
  described,
  either,
  extentOf,
  flag,
  num,
  numberOrOptions,
  options,
  size,
  text,
} from './params.ts';

interface AmountOptions {
  readonly autoFormat?: boolean;
  readonly dec?: number;
  readonly max?: number;
  readonly min?: number;
  readonly symbol?: string;
}

/** A string of digits whose length is an argument or an option. */
const numeric = (summary: string, usual: number): Declared => ({
  summary,
  maxSize: 1_000_000,
  takes: numberOrOptions('Number of digits', { length: size(`Number of digits. Default ${usual}`) }),
  kernel([given = {}], scope) {
    const { length = usual } =
      typeof given === 'object' ? (given as { length?: unknown }) : { length: given };
    const extent = extentOf(length);
    return extent && characters({ alphabet: ALPHABETS.DIGITS, ...extent }, scope);
  },
});

/** Types of faker's `finance` module. */
export const financeTypes = family('finance', (faker) => faker.finance, {
  accountName: 'A bank account name',
  accountNumber: numeric('A bank account number, 8 digits by default', 8),
  amount: {
    summary: 'An amount of money as a string, with two decimal places by default',
    example: { min: 5, max: 100, dec: 2 },
    takes: options({
      min: num('Minimum. Default 0'),
      max: num('Maximum. Default 1,000'),
      dec: num('Decimal places. Default 2'),
      symbol: text('Currency symbol before the amount'),
      autoFormat: flag('Add thousands separators. Default false'),
    }),
    kernel([given = {}], scope) {
      const { autoFormat = false, dec = 2, max = 1000, min = 0, symbol = '' } = given as AmountOptions;
      return autoFormat ? undefined : amount({ min, max, decimals: dec, symbol }, scope);
    },
  },
  bic: {
    summary: 'A SWIFT/BIC code',
    takes: options({
      includeBranchCode: flag('Include the three-character branch code. Default: at random'),
    }),
  },
  bitcoinAddress: {
    summary: 'A Bitcoin address',
    takes: options({
      type: choice(['legacy', 'segwit', 'bech32', 'taproot'], 'Address type. Default: any'),
      network: choice(['mainnet', 'testnet'], 'Default mainnet'),
    }),
  },
  creditCardCVV: {
    summary: 'A three-digit card verification value (CVV)',
    kernel: (_, scope) => characters({ alphabet: ALPHABETS.DIGITS, min: 3, max: 3 }, scope),
  },
  creditCardIssuer: 'A card issuer',
  creditCardNumber: {
    summary: 'A card number that passes the Luhn check',
    takes: either(
      described(z.string(), 'Issuer or a pattern'),
      z.strictObject({ issuer: text('Issuer or a pattern such as 63[7-9]#-####-####-###L') }),
    ),
  },
  currency: {
    summary: 'A currency: name, code, symbol and numeric code',
    kind: objectOf({ name: 'text', code: 'text', symbol: 'text', numericCode: 'text' }),
  },
  currencyCode: 'An ISO 4217 currency code',
  currencyName: 'A currency name',
  currencyNumericCode: 'An ISO 4217 numeric currency code',
  currencySymbol: 'A currency symbol',
  ethereumAddress: {
    summary: 'An Ethereum address',
    kernel: (_, scope) =>
      characters({ alphabet: ALPHABETS.HEX_LOWER, min: 40, max: 40, prefix: '0x' }, scope),
  },
  iban: {
    summary: 'An IBAN with valid check digits',
    takes: options({
      formatted: flag('Group by four characters. Default false'),
      countryCode: text('ISO 3166 country code, such as DE'),
    }),
  },
  litecoinAddress: 'A Litecoin address',
  pin: numeric('A PIN, 4 digits by default', 4),
  routingNumber: 'A US bank routing number',
  transactionDescription: 'A one-sentence description of a bank transaction',
  transactionType: 'A bank transaction type',
});

interface PriceOptions {
  readonly dec?: number;
  readonly max?: number;
  readonly min?: number;
  readonly symbol?: string;
}

const digits = described(z.literal([10, 13]), 'Number of digits. Default 13');

/** Types of faker's `commerce` module. */
export const commerceTypes = family('commerce', (faker) => faker.commerce, {
  department: 'A shop department',
  isbn: {
    summary: 'An ISBN with 13 digits (default) or 10',
    takes: either(
      digits,
      z.strictObject({
        variant: z.optional(digits),
        separator: text('Separator between groups of digits. Default -'),
      }),
    ),
  },
  price: {
    summary: 'A price as a string, with two decimal places by default',
    example: { min: 5, max: 100 },
    takes: options({
      min: num('Minimum. Default 1'),
      max: num('Maximum. Default 1,000'),
      dec: num('Decimal places. Default 2'),
      symbol: text('Currency symbol before the price'),
    }),
    kernel([given = {}], scope) {
      const { dec = 2, max = 1000, min = 1, symbol = '' } = given as PriceOptions;
      return min < 0 || max < 0 ? undefined : price({ min, max, decimals: dec, symbol }, scope);
    },
  },
  product: 'A product, in one word',
  productAdjective: 'A product adjective, such as Handcrafted',
  productDescription: 'A product description of a sentence or two',
  productMaterial: 'A product material, such as Cotton',
  productName: 'A product name: adjective, material and product',
  upc: {
    summary: 'A 12-digit Universal Product Code (UPC)',
    takes: options({ prefix: text('First digits') }),
  },
});
