import { defineTemplate } from './template.ts';

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
    referrer: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 45, value: 'search' },
        { weight: 30, value: 'direct' },
        { weight: 15, value: 'newsletter' },
        { weight: 10, value: 'social' },
      ],
      per: 'session_id',
    },
    device: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 56, value: 'mobile' },
        { weight: 40, value: 'desktop' },
        { weight: 4, value: 'tablet' },
      ],
      per: 'visitor_id',
    },
    browser: {
      type: 'catbird.lookup',
      params: {
        field: 'device',
        cases: {
          desktop: [
            { weight: 65, value: 'Chrome' },
            { weight: 15, value: 'Edge' },
            { weight: 12, value: 'Safari' },
            { weight: 8, value: 'Firefox' },
          ],
        },
        default: [
          { weight: 60, value: 'Chrome' },
          { weight: 32, value: 'Safari' },
          { weight: 8, value: 'Samsung Internet' },
        ],
      },
      per: 'visitor_id',
    },
    country: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 30, value: 'US' },
        { weight: 20, value: 'IN' },
        { weight: 15, value: 'BR' },
        { weight: 15, value: 'DE' },
        { weight: 10, value: 'GB' },
        { weight: 10, value: 'JP' },
      ],
      per: 'visitor_id',
    },
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
