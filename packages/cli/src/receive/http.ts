import { jsonAnswer, linesOf, ndjson, parsed, type Service } from './service.ts';

/** Longest JSON array: it takes many times its length in memory. JSON lines may be longer. */
const MOST_JSON_MIB = 8;

/** Any other address: JSON lines, a JSON array, or one JSON value. A GET says that somebody is there. */
export const http: Service = {
  name: 'http',
  understands: () => true,
  take({ method, type, body }) {
    if (method === 'GET' || method === 'HEAD') return jsonAnswer(200, { receiver: 'catbird' });
    const isArray = type === 'application/json' || type.endsWith('+json');
    if (!isArray) {
      const taken = ndjson(body);
      return { ...jsonAnswer(200, { received: taken.rows }), ...taken };
    }
    if (body.length > MOST_JSON_MIB * 2 ** 20)
      return jsonAnswer(413, { error: `JSON may have ${MOST_JSON_MIB} MiB: send JSON lines` });
    const value = parsed(body.toString('utf8'));
    if (value === undefined) return jsonAnswer(400, { error: 'The body is not JSON' });
    const taken = linesOf(Array.isArray(value) ? value : [value]);
    return { ...jsonAnswer(200, { received: taken.rows }), ...taken };
  },
};
