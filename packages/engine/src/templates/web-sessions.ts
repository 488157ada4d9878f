import { defineTemplate, weighted, weights } from './template.ts';

/** Visits that move from page to page, with seconds between their views. */
export const webSessions = defineTemplate({
  name: 'Web Sessions',
  summary: 'A page view from a visit to a shop: home, search, product, cart, checkout, thanks.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    session_id: { type: 'catbird.session', params: { of: 'page' } },
    visitor_id: {
      type: 'catbird.key',
      params: { name: 'visitor', size: 50_000, form: 'text', prefix: 'v_' },
      per: 'session_id',
    },
    page: {
      type: 'catbird.journey',
      params: {
        states: {
          home: { search: 40, product: 25, home: 5, end: 30 },
          search: { product: 55, search: 25, end: 20 },
          product: { product: 30, search: 15, cart: 15, end: 40 },
          cart: { product: 25, checkout: 40, end: 35 },
          checkout: { thanks: 65, cart: 5, end: 30 },
          thanks: { home: 10, end: 90 },
        },
        start: { home: 60, search: 10, product: 30 },
        wait: {
          home: { median: '2s', sigma: 0.5 },
          search: { median: '2s', sigma: 0.5 },
          product: { median: '4s', sigma: 0.7 },
          cart: { median: '3s', sigma: 0.5 },
          checkout: { median: '8s', sigma: 0.5 },
          thanks: { median: '20s', sigma: 0.7 },
        },
      },
    },
    product_id: {
      type: 'catbird.lookup',
      params: {
        field: 'page',
        cases: {
          product: {
            type: 'catbird.key',
            params: { name: 'product', size: 500, form: 'text', prefix: 'p-', skew: { zipf: 0.7 } },
          },
        },
      },
    },
    path: {
      type: 'catbird.lookup',
      params: {
        field: 'page',
        cases: {
          home: '/',
          product: { type: 'catbird.template', params: '/products/{{product_id}}' },
        },
        default: { type: 'catbird.template', params: '/{{page}}' },
      },
    },
    referrer: { ...weighted({ search: 45, direct: 30, newsletter: 15, social: 10 }), per: 'session_id' },
    device: { ...weighted({ mobile: 56, desktop: 40, tablet: 4 }), per: 'visitor_id' },
    browser: {
      type: 'catbird.lookup',
      params: {
        field: 'device',
        cases: {
          desktop: weights({ Chrome: 65, Edge: 15, Safari: 12, Firefox: 8 }),
        },
        default: weights({ Chrome: 60, Safari: 32, 'Samsung Internet': 8 }),
      },
      per: 'visitor_id',
    },
    country: { ...weighted({ US: 30, IN: 20, BR: 15, DE: 15, GB: 10, JP: 10 }), per: 'visitor_id' },
    load_ms: {
      type: 'catbird.logNormal',
      params: { median: 380, sigma: 0.6, min: 40, max: 20_000, fractionDigits: 0 },
    },
    revenue: {
      type: 'catbird.lookup',
      params: {
        field: 'page',
        cases: {
          thanks: {
            type: 'catbird.logNormal',
            params: { median: 58, sigma: 0.7, min: 5, max: 2000, fractionDigits: 2 },
          },
        },
      },
    },
  },
});
