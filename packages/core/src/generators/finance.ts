import { family } from './family.ts';

/** Types of faker's `finance` module. */
export const financeTypes = family('finance', (faker) => faker.finance, {
  accountName: 'Name of a bank account',
  accountNumber: { summary: 'Number of a bank account, 8 digits unless asked otherwise', maxSize: 1_000_000 },
  amount: {
    summary: 'An amount of money as text, two decimals unless asked otherwise',
    example: { min: 5, max: 100, dec: 2 },
  },
  bic: 'A SWIFT/BIC code',
  bitcoinAddress: 'A bitcoin address',
  creditCardCVV: "A card's three-digit verification value",
  creditCardIssuer: "A card's issuer",
  creditCardNumber: 'A card number that passes the Luhn check',
  currency: 'A currency with name, code, symbol and number',
  currencyCode: "A currency's ISO 4217 code",
  currencyName: "A currency's name",
  currencyNumericCode: "A currency's ISO 4217 number",
  currencySymbol: "A currency's symbol",
  ethereumAddress: 'An ethereum address',
  iban: 'An IBAN with valid check digits',
  litecoinAddress: 'A litecoin address',
  pin: { summary: 'A PIN, 4 digits unless asked otherwise', maxSize: 1_000_000 },
  routingNumber: 'A US bank routing number',
  transactionDescription: 'A bank transaction in a sentence',
  transactionType: 'Kind of a bank transaction',
});
