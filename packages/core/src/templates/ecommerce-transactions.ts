import { timestamp, weighted, whole, type Template } from './template.ts';

/** Sales of a few shops. */
export const ecommerceTransactions: Template = {
  name: 'eCommerce Transactions',
  summary: 'Sales of a few shops: product, promotion, browser, and where the buyer came from.',
  schema: {
    timestamp,
    store_id: whole(1, 6),
    browser: weighted(['Chrome', 65], ['Brave', 3], ['Firefox', 8], ['Safari', 20]),
    product_id: whole(3_278_123, 3_378_123),
    promo: weighted([0, 19], [1, 1]),
    sales: weighted([1, 50], [2, 5], [3, 2], [4, 1]),
    utm_source: weighted(['instagram', 65], ['newsletter', 13], ['tiktok', 18], ['search_engine', 20]),
  },
};
