import { defineTemplate, weighted } from './template.ts';

/** Consistent orders of a shop: users, products, carts and payments agree. */
export const onlineShop = defineTemplate({
  name: 'Online Shop',
  summary:
    'A step of an order, with its user, cart and payment: one email per user, one price per product, totals that add up.',
  schema: {
    $entities: {
      user: {
        size: 20_000,
        fields: {
          first: { type: 'person.firstName' },
          last: { type: 'person.lastName' },
          name: { type: 'catbird.template', params: '{{first}} {{last}}' },
          email: {
            type: 'catbird.template',
            params: '{{first|slug}}.{{last|slug}}.{{user_id}}@example.com',
          },
          country: weighted({ DE: 30, FR: 25, ES: 20, IT: 15, NL: 10 }),
        },
      },
      product: {
        size: 500,
        key: { type: 'catbird.template', params: 'p-{{number}}' },
        fields: {
          name: { type: 'commerce.productName' },
          price: {
            type: 'catbird.logNormal',
            params: { median: 24, sigma: 0.8, min: 1, max: 900, fractionDigits: 2 },
          },
        },
      },
    },
    timestamp: { type: 'catbird.timestampNow' },
    order: { type: 'catbird.session', params: { of: 'status', form: 'integer' }, hidden: true },
    order_id: { type: 'catbird.expression', params: 'order + 100000' },
    status: {
      type: 'catbird.journey',
      params: {
        states: {
          pending: { paid: 85, cancelled: 15 },
          paid: { refunded: 12, end: 88 },
          refunded: {},
          cancelled: {},
        },
        wait: {
          'pending>paid': { median: '4s', sigma: 0.7 },
          'pending>cancelled': { min: '2s', max: '20s' },
          paid: { median: '8s', sigma: 0.5 },
        },
      },
    },
    user_id: {
      type: 'catbird.entity',
      params: { of: 'user', skew: { zipf: 0.5 } },
      per: 'order_id',
    },
    name: { type: 'catbird.ref', params: 'user_id.name' },
    email: { type: 'catbird.ref', params: 'user_id.email' },
    country: { type: 'catbird.ref', params: 'user_id.country' },
    cart: {
      type: 'object',
      count: { min: 1, max: 5 },
      per: 'order_id',
      fields: {
        product_id: { type: 'catbird.entity', params: { of: 'product', skew: { zipf: 0.7 } } },
        product: { type: 'catbird.ref', params: 'product_id.name' },
        price: { type: 'catbird.ref', params: 'product_id.price' },
        quantity: weighted({ 1: 80, 2: 15, 3: 5 }, Number),
        amount: { type: 'catbird.expression', params: 'round(price * quantity, 2)' },
      },
    },
    subtotal: { type: 'catbird.expression', params: 'round(sum(cart, "amount"), 2)' },
    coupon: { ...weighted({ WELCOME10: 3, FRIENDS20: 1 }), nulls: 0.9, per: 'order_id' },
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
    payment: {
      type: 'object',
      fields: {
        payment_id: { type: 'string.uuid', per: 'order_id' },
        method: { ...weighted({ card: 50, wallet: 35, invoice: 15 }), per: 'order_id' },
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
