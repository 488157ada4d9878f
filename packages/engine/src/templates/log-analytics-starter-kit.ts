import { defineTemplate } from './template.ts';

/** The access log of a few services behind one host. */
export const logAnalyticsStarterKit = defineTemplate({
  name: 'Log Analytics Starter Kit',
  summary: 'A line of an access log: the request, its response and its duration.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    request_id: { type: 'string.uuid' },
    level: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 90, value: 'info' },
        { weight: 7, value: 'warn' },
        { weight: 3, value: 'error' },
      ],
    },
    service: { type: 'helpers.arrayElement', params: ['auth', 'cart', 'catalog', 'checkout', 'search'] },
    host: { type: 'helpers.arrayElement', params: ['web-1', 'web-2', 'web-3', 'web-4'] },
    method: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 78, value: 'GET' },
        { weight: 15, value: 'POST' },
        { weight: 4, value: 'PUT' },
        { weight: 3, value: 'DELETE' },
      ],
    },
    path: {
      type: 'helpers.arrayElement',
      params: ['/api/cart', '/api/login', '/api/orders', '/api/products', '/api/search', '/health'],
    },
    status: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 860, value: 200 },
        { weight: 40, value: 201 },
        { weight: 30, value: 304 },
        { weight: 15, value: 400 },
        { weight: 15, value: 401 },
        { weight: 25, value: 404 },
        { weight: 10, value: 500 },
        { weight: 5, value: 503 },
      ],
    },
    duration_ms: { type: 'number.int', params: { min: 1, max: 900 } },
    bytes_sent: { type: 'number.int', params: { min: 120, max: 64000 } },
    ip_address: { type: 'internet.ip' },
  },
});
