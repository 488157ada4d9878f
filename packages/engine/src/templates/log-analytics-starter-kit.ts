import { defineTemplate, weighted } from './template.ts';

/** The access log of a few services behind one host. */
export const logAnalyticsStarterKit = defineTemplate({
  name: 'Log Analytics Starter Kit',
  summary: 'A line of an access log: the request, its response and its duration.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    request_id: { type: 'string.uuid' },
    level: weighted({ info: 90, warn: 7, error: 3 }),
    service: { type: 'helpers.arrayElement', params: ['auth', 'cart', 'catalog', 'checkout', 'search'] },
    host: { type: 'helpers.arrayElement', params: ['web-1', 'web-2', 'web-3', 'web-4'] },
    method: weighted({ GET: 78, POST: 15, PUT: 4, DELETE: 3 }),
    path: {
      type: 'helpers.arrayElement',
      params: ['/api/cart', '/api/login', '/api/orders', '/api/products', '/api/search', '/health'],
    },
    status: weighted({ 200: 860, 201: 40, 304: 30, 400: 15, 401: 15, 404: 25, 500: 10, 503: 5 }, Number),
    duration_ms: { type: 'number.int', params: { min: 1, max: 900 } },
    bytes_sent: { type: 'number.int', params: { min: 120, max: 64000 } },
    ip_address: { type: 'internet.ip' },
  },
});
