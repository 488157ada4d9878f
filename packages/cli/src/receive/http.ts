import { respondJson, linesOf, ndjson, tryParse, type Service } from './service.ts';

/** Longest JSON body, which takes many times its length in memory. JSON lines may be longer. */
const MAX_JSON_MIB = 8;

/** Any other address: JSON lines, a JSON array, or one JSON value. A GET shows that the receiver is running. */
export const http: Service = {
  name: 'http',
  matches: () => true,
  reply({ method, type, body }) {
    if (method === 'GET' || method === 'HEAD') return respondJson(200, { receiver: 'catbird' });
    const isArray = type === 'application/json' || type.endsWith('+json');
    if (!isArray) {
      const rows = ndjson(body);
      return { ...respondJson(200, { received: rows.rows }), ...rows };
    }
    if (body.length > MAX_JSON_MIB * 2 ** 20)
      return respondJson(413, { error: `JSON bodies are limited to ${MAX_JSON_MIB} MiB. Send JSON lines` });
    const value = tryParse(body.toString('utf8'));
    if (value === undefined) return respondJson(400, { error: 'Invalid JSON' });
    const rows = linesOf(Array.isArray(value) ? value : [value]);
    return { ...respondJson(200, { received: rows.rows }), ...rows };
  },
};
