import { defineTemplate, weighted, weights } from './template.ts';

/** Card payments and what becomes of them, with three kinds of fraud, each with its own pattern. */
export const bankTransactions = defineTemplate({
  name: 'Bank Transactions',
  summary:
    'A step of a labelled card payment: 0.6 % are fraud, in three kinds that differ in amount, place, shop and risk score.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    transaction_id: { type: 'catbird.session', params: { of: 'event' } },
    event: {
      type: 'catbird.journey',
      params: {
        states: {
          authorized: { captured: 94, reversed: 6 },
          captured: { refunded: 4, end: 96 },
          reversed: {},
          refunded: {},
          declined: {},
        },
        start: { authorized: 97.9, declined: 2.1 },
        wait: {
          'authorized>captured': { median: '5s', sigma: 0.6 },
          'authorized>reversed': { min: '2s', max: '20s' },
          captured: { median: '20s', sigma: 0.8 },
        },
      },
    },
    account_id: {
      type: 'catbird.key',
      params: {
        name: 'account',
        size: 100_000,
        form: 'text',
        prefix: 'acc-',
        skew: { hot: { keys: 0.1, rows: 0.4 } },
      },
      per: 'transaction_id',
    },
    holder: { type: 'person.fullName', per: 'account_id' },
    card: { ...weighted({ debit: 70, credit: 25, prepaid: 5 }), per: 'account_id' },
    home_country: { ...weighted({ DE: 40, FR: 25, PL: 20, SE: 15 }), per: 'account_id' },
    fraud_type: {
      type: 'catbird.lookup',
      params: {
        field: 'decline_reason',
        // From a risk score of 80 on, hardly any payment is honest.
        cases: {
          risk: weights({ card_testing: 50, stolen_card: 33, account_takeover: 17 }),
        },
        default: [
          { weight: 99.49, value: null },
          { weight: 0.255, value: 'card_testing' },
          { weight: 0.17, value: 'stolen_card' },
          { weight: 0.085, value: 'account_takeover' },
        ],
      },
      per: 'transaction_id',
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
      per: 'transaction_id',
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
          card_testing: weights({ digital_goods: 7, donations: 3 }),
          stolen_card: weights({ electronics: 6, jewellery: 3, travel: 1 }),
          account_takeover: 'transfer',
        },
        default: weights({
          groceries: 45,
          restaurants: 20,
          transport: 15,
          electronics: 8,
          digital_goods: 7,
          travel: 3,
          transfer: 2,
        }),
      },
      per: 'transaction_id',
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
      per: 'transaction_id',
    },
    channel: {
      type: 'catbird.lookup',
      params: {
        field: 'fraud_type',
        cases: { card_testing: 'online', account_takeover: 'online' },
        default: weights({ contactless: 55, online: 30, chip: 12, atm: 3 }),
      },
      per: 'transaction_id',
    },
    risk_score: {
      type: 'catbird.lookup',
      params: {
        field: 'decline_reason',
        cases: { risk: { type: 'number.int', params: { min: 80, max: 95 } } },
        default: {
          type: 'catbird.lookup',
          params: {
            field: 'is_fraud',
            cases: {
              true: { type: 'catbird.beta', params: { alpha: 5, beta: 2.4, max: 79, fractionDigits: 0 } },
            },
            default: { type: 'catbird.beta', params: { alpha: 1.5, beta: 7, max: 79, fractionDigits: 0 } },
          },
        },
      },
      per: 'transaction_id',
    },
    decline_reason: {
      type: 'catbird.lookup',
      params: {
        field: 'event',
        cases: {
          declined: weights({ funds: 95.6, risk: 4.4 }),
        },
      },
      per: 'transaction_id',
    },
    status: {
      type: 'catbird.expression',
      params: 'decline_reason == null ? "approved" : "declined"',
    },
  },
});
