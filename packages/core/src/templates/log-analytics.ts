import { oneOf, weighted, type Template } from './template.ts';

/** Requests as a web server logs them. */
export const logAnalytics: Template = {
  name: 'Log Analytics Starter Kit',
  summary: 'Requests as a web server logs them: method, path, status, address and character set.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    ip_address: oneOf('192.168.1.1', '10.0.0.1', '172.16.0.1', '127.0.0.1'),
    x_forwarded_for: oneOf('203.0.113.1', '198.51.100.1', '192.0.2.1'),
    method: weighted(['GET', 80], ['POST', 14], ['PUT', 3], ['DELETE', 3]),
    path: oneOf('/', '/login', '/api/v1/items', '/api/v1/items/42', '/healthz'),
    status: weighted([200, 86], [304, 6], [404, 5], [500, 3]),
    accept_charset: weighted(['UTF-8', 90], ['ISO-8859-1', 7], ['Windows-1252', 3]),
  },
};
