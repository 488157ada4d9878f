import { defineTemplate } from './template.ts';

/** Trades on European exchanges. */
export const stockPrices = defineTemplate({
  name: 'Stock Prices',
  summary: 'The price of a stock at the time of a trade.',
  schema: {
    date: { type: 'catbird.datetimeNow' },
    stock_symbol: {
      type: 'helpers.arrayElement',
      params: [
        'ABF:XLON',
        'ADS:XETR',
        'AIR:XPAR',
        'ASML:XAMS',
        'HSBA:XLON',
        'NOKIA:XHEL',
        'SAN:XMAD',
        'SAP:XETR',
      ],
    },
    amount: { type: 'number.float', params: { min: 1, max: 1000, fractionDigits: 2 } },
  },
});
