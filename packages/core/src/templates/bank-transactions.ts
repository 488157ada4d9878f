import { defineTemplate } from './template.ts';

/** Card payments with three kinds of fraud, each with its own pattern. */
export const bankTransactions = defineTemplate({
  name: 'Bank Transactions',
  summary:
    'A labelled card payment: 0.6 % are fraud, in three kinds that differ in amount, place, shop and risk score.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    transaction_id: { type: 'string.uuid' },
    account_id: {
      type: 'catbird.key',
      params: {
        name: 'account',
        size: 100_000,
        form: 'text',
        prefix: 'acc-',
        skew: { hot: { keys: 0.1, rows: 0.4 } },
      },
    },
    holder: { type: 'person.fullName', per: 'account_id' },
    card: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 70, value: 'debit' },
        { weight: 25, value: 'credit' },
        { weight: 5, value: 'prepaid' },
      ],
      per: 'account_id',
    },
    home_country: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 40, value: 'DE' },
        { weight: 25, value: 'FR' },
        { weight: 20, value: 'PL' },
        { weight: 15, value: 'SE' },
      ],
      per: 'account_id',
    },
    fraud_type: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 99.4, value: null },
        { weight: 0.3, value: 'card_testing' },
        { weight: 0.2, value: 'stolen_card' },
        { weight: 0.1, value: 'account_takeover' },
      ],
    },
    is_fraud: { type: 'catbird.expression', params: 'fraud_type != null' },
    euros: {
      type: 'catbird.lookup',
      params: {
        field: 'fraud_type',
        cases: {
          card_testing: {
            type: 'number.float',
            params: { min: 0.5, max: 2, fractionDigits: 2 },
          },
          stolen_card: {
            type: 'catbird.logNormal',
            params: { median: 320, sigma: 0.5, max: 5000, fractionDigits: 2 },
          },
          account_takeover: {
            type: 'catbird.logNormal',
            params: { median: 1400, sigma: 0.6, max: 20_000, fractionDigits: 2 },
          },
        },
        default: {
          type: 'catbird.logNormal',
          params: { median: 23, sigma: 1, min: 0.5, max: 5000, fractionDigits: 2 },
        },
      },
      hidden: true,
    },
    currency: {
      type: 'catbird.lookup',
      params: { field: 'home_country', cases: { PL: 'PLN', SE: 'SEK' }, default: 'EUR' },
    },
    per_euro: {
      type: 'catbird.lookup',
      params: { field: 'currency', cases: { PLN: 4.3, SEK: 11 }, default: 1 },
      hidden: true,
    },
    amount: { type: 'catbird.expression', params: 'round(euros * per_euro, 2)' },
    merchant: {
      type: 'catbird.lookup',
      params: {
        field: 'fraud_type',
        cases: {
          card_testing: [
            { weight: 7, value: 'digital_goods' },
            { weight: 3, value: 'donations' },
          ],
          stolen_card: [
            { weight: 6, value: 'electronics' },
            { weight: 3, value: 'jewellery' },
            { weight: 1, value: 'travel' },
          ],
          account_takeover: 'transfer',
        },
        default: [
          { weight: 45, value: 'groceries' },
          { weight: 20, value: 'restaurants' },
          { weight: 15, value: 'transport' },
          { weight: 8, value: 'electronics' },
          { weight: 7, value: 'digital_goods' },
          { weight: 3, value: 'travel' },
          { weight: 2, value: 'transfer' },
        ],
      },
    },
    country: {
      type: 'catbird.lookup',
      params: {
        field: 'fraud_type',
        cases: { stolen_card: { type: 'location.countryCode' } },
        default: {
          type: 'oneOf',
          params: [
            { weight: 96, field: { type: 'catbird.ref', params: 'home_country' } },
            { weight: 4, field: { type: 'location.countryCode' } },
          ],
        },
      },
    },
    channel: {
      type: 'catbird.lookup',
      params: {
        field: 'fraud_type',
        cases: { card_testing: 'online', account_takeover: 'online' },
        default: [
          { weight: 55, value: 'contactless' },
          { weight: 30, value: 'online' },
          { weight: 12, value: 'chip' },
          { weight: 3, value: 'atm' },
        ],
      },
    },
    risk_score: {
      type: 'catbird.lookup',
      params: {
        field: 'is_fraud',
        cases: {
          true: {
            type: 'catbird.beta',
            params: { alpha: 5, beta: 3, max: 100, fractionDigits: 0 },
          },
        },
        default: {
          type: 'catbird.beta',
          params: { alpha: 1.5, beta: 9, max: 100, fractionDigits: 0 },
        },
      },
    },
    is_covered: { type: 'datatype.boolean', params: { probability: 0.98 }, hidden: true },
    decline_reason: {
      type: 'catbird.expression',
      params: 'risk_score >= 80 ? "risk" : is_covered ? null : "funds"',
    },
    status: {
      type: 'catbird.expression',
      params: 'decline_reason == null ? "approved" : "declined"',
    },
  },
});
