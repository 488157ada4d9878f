import { oneOf, type Template } from './template.ts';

/** Prices of a handful of stocks. */
export const stockPrices: Template = {
  name: 'Stock Prices',
  summary: 'Prices of five stocks.',
  schema: {
    amount: { type: 'number.float' },
    date: { type: 'catbird.datetimeNow' },
    stock_symbol: oneOf('ABF:XLON', 'ADS:XETR', 'APG:XNYS', 'APPS:XMAD', 'BLNK:XNAS'),
  },
};
