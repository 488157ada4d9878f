import { defineTemplate, weighted } from './template.ts';

/** Sales in a small chain of online shops. */
export const ecommerceTransactions = defineTemplate({
  name: 'eCommerce Transactions',
  summary: 'A sale in one of six online shops, with the campaign that led to it.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    store_id: { type: 'number.int', params: { min: 1, max: 6 } },
    browser: weighted({ Chrome: 65, Brave: 3, Firefox: 8, Safari: 20 }),
    product_id: { type: 'number.int', params: { min: 3278123, max: 3378123 } },
    promo: weighted({ 0: 19, 1: 1 }, Number),
    sales: weighted({ 1: 50, 2: 5, 3: 2, 4: 1 }, Number),
    utm_source: weighted({ instagram: 65, newsletter: 13, tiktok: 18, search_engine: 20 }),
  },
});
