import { defineTemplate } from './template.ts';

/** Consistent orders of a shop: users, products, carts and payments agree. */
export const onlineShop = defineTemplate({
  name: 'Online Shop',
  summary:
    'An order with its user, cart and payment: one email per user, one price per product, totals that add up.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    order_id: { type: 'catbird.sequence', params: { start: 100_001 } },
    user_id: {
      type: 'catbird.key',
      params: { name: 'user', size: 20_000, skew: { zipf: 0.5 } },
    },
    first: { type: 'person.firstName', per: 'user_id', hidden: true },
    last: { type: 'person.lastName', per: 'user_id', hidden: true },
    name: { type: 'catbird.template', params: '{{first}} {{last}}' },
    email: {
      type: 'catbird.template',
      params: '{{first|slug}}.{{last|slug}}.{{user_id}}@example.com',
    },
    country: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 30, value: 'DE' },
        { weight: 25, value: 'FR' },
        { weight: 20, value: 'ES' },
        { weight: 15, value: 'IT' },
        { weight: 10, value: 'NL' },
      ],
      per: 'user_id',
    },
    cart: {
      type: 'object',
      count: { min: 1, max: 5 },
      fields: {
        product_id: {
          type: 'catbird.key',
          params: { name: 'product', size: 500, form: 'text', prefix: 'p-', skew: { zipf: 0.7 } },
        },
        product: { type: 'commerce.productName', per: 'product_id' },
        price: {
          type: 'catbird.logNormal',
          params: { median: 24, sigma: 0.8, min: 1, max: 900, fractionDigits: 2 },
          per: 'product_id',
        },
        quantity: {
          type: 'helpers.weightedArrayElement',
          params: [
            { weight: 80, value: 1 },
            { weight: 15, value: 2 },
            { weight: 5, value: 3 },
          ],
        },
        amount: { type: 'catbird.expression', params: 'round(price * quantity, 2)' },
      },
    },
    subtotal: { type: 'catbird.expression', params: 'round(sum(cart, "amount"), 2)' },
    coupon: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 3, value: 'WELCOME10' },
        { weight: 1, value: 'FRIENDS20' },
      ],
      nulls: 0.9,
    },
    share: {
      type: 'catbird.lookup',
      params: { field: 'coupon', cases: { WELCOME10: 0.1, FRIENDS20: 0.2 }, default: 0 },
      hidden: true,
    },
    discount: { type: 'catbird.expression', params: 'round(subtotal * share, 2)' },
    shipping: { type: 'catbird.expression', params: 'subtotal >= 50 ? 0 : 4.9' },
    total: {
      type: 'catbird.expression',
      params: 'round(subtotal - discount + shipping, 2)',
    },
    status: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 90, value: 'paid' },
        { weight: 5, value: 'pending' },
        { weight: 3, value: 'refunded' },
        { weight: 2, value: 'cancelled' },
      ],
    },
    payment: {
      type: 'object',
      fields: {
        payment_id: { type: 'string.uuid' },
        method: {
          type: 'helpers.weightedArrayElement',
          params: [
            { weight: 50, value: 'card' },
            { weight: 35, value: 'wallet' },
            { weight: 15, value: 'invoice' },
          ],
        },
        amount: { type: 'catbird.ref', params: 'total' },
        state: {
          type: 'catbird.lookup',
          params: {
            field: 'status',
            cases: { paid: 'captured', pending: 'authorized', cancelled: 'voided' },
            default: { type: 'catbird.ref', params: 'status' },
          },
        },
      },
    },
  },
});
