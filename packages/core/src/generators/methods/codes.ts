import { bic, iban, routingNumber } from '../kernels/method/bank.ts';
import { cardNumber, cardOf } from '../kernels/method/card.ts';
import {
  bitcoinAddress,
  isbn,
  isUpcPrefix,
  litecoinAddress,
  ulid,
  upc,
  vin,
} from '../kernels/method/codes.ts';
import { bigInteger } from '../kernels/method/lists.ts';
import { textCell } from '../kernels/method/pieces.ts';
import { fake } from '../kernels/method/words.ts';
import { english } from '../kernels/text/definitions.ts';
import { isBare } from '../params.ts';
import { isFlag, isOneOf, optionsIn, type MethodKernel } from './options.ts';

const ADDRESS_FORMS = ['legacy', 'segwit', 'bech32', 'taproot'] as const;
const NETWORKS = ['mainnet', 'testnet'] as const;
const VARIANTS = [10, 13] as const;
const IMEI = '##-######-######-L';

/** The patterns of card numbers by issuer: of one, of all, or one pattern; undefined for an issuer that is not a text. */
function patternsOf(issuer: unknown = ''): readonly (readonly string[])[] | undefined {
  if (typeof issuer !== 'string') return undefined;
  const known: Readonly<Record<string, readonly string[]>> = english.definitions().finance.credit_card;
  const name = issuer.toLowerCase();
  if (name in known) {
    const patterns = Object.hasOwn(known, name) ? known[name] : undefined;
    return patterns && [patterns];
  }
  return issuer.includes('#') ? [[issuer]] : Object.values(known);
}

/** Numbers and codes, most of them with check digits. */
export const codeKernels: Readonly<Record<string, MethodKernel>> = {
  'commerce.isbn'(args, scope) {
    const [first] = args;
    const given = typeof first === 'number' && args.length === 1 ? { variant: first } : optionsIn(args);
    const { variant = 13, separator = '-' }: Readonly<Record<string, unknown>> = given ?? {};
    if (given === undefined || !isOneOf(variant, VARIANTS) || typeof separator !== 'string') return undefined;
    return textCell(scope, (draws) => isbn(draws, variant ?? 13, separator));
  },
  'commerce.upc'(args, scope) {
    const given = optionsIn(args);
    const { prefix = '' } = given ?? {};
    if (given === undefined || typeof prefix !== 'string' || !isUpcPrefix(prefix)) return undefined;
    return textCell(scope, (draws) => upc(draws, prefix));
  },
  'finance.bic'(args, scope) {
    const given = optionsIn(args);
    const hasBranch = given?.['includeBranchCode'];
    return given && isFlag(hasBranch) ? textCell(scope, (draws) => bic(draws, hasBranch)) : undefined;
  },
  'finance.bitcoinAddress'(args, scope) {
    const given = optionsIn(args);
    const { type, network } = given ?? {};
    if (given === undefined || !isOneOf(type, ADDRESS_FORMS) || !isOneOf(network, NETWORKS)) return undefined;
    return textCell(scope, (draws) => bitcoinAddress(draws, type, network ?? 'mainnet'));
  },
  'finance.creditCardNumber'(args, scope) {
    const [given] = args;
    const issuer = typeof given === 'string' ? given : optionsIn(args)?.['issuer'];
    const patterns = args.length > 1 || given === null ? undefined : patternsOf(issuer);
    return patterns && textCell(scope, (draws) => cardOf(draws, patterns));
  },
  'finance.iban'(args, scope) {
    const given = optionsIn(args);
    const { countryCode: country, formatted } = given ?? {};
    const isCountry = country === undefined || (typeof country === 'string' && country !== '');
    if (given === undefined || !isCountry || !isFlag(formatted)) return undefined;
    return textCell(scope, (draws) => iban(draws, country, formatted ?? false));
  },
  'finance.litecoinAddress': (_, scope) => textCell(scope, litecoinAddress),
  'finance.routingNumber': (_, scope) => textCell(scope, routingNumber),
  'finance.transactionDescription': (_, scope) =>
    textCell(scope, (draws) => fake(draws, english.definitions().finance.transaction_description_pattern)),
  'number.bigInt': (args, scope) => (isBare(args) ? textCell(scope, bigInteger) : undefined),
  'phone.imei': (_, scope) => textCell(scope, (draws) => cardNumber(draws, IMEI)),
  'string.ulid': (args, scope) =>
    isBare(args) ? textCell(scope, (draws) => ulid(draws, (ms) => Math.max(0, ms)), true) : undefined,
  'vehicle.vin': (_, scope) => textCell(scope, vin),
};
