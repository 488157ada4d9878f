import { jsonAnswer, ndjson, type Service } from './service.ts';

/** The Events API: any token, any data source. https://www.tinybird.co/docs/get-data-in/ingest-apis/events-api */
export const tinybird: Service = {
  name: 'tinybird',
  understands: ({ path }) => path === '/v0/events',
  take({ method, query, body }) {
    if (method !== 'POST') return jsonAnswer(405, { error: 'Method not allowed' });
    if (!query.has('name')) return jsonAnswer(400, { error: 'The query has no name of a data source' });
    const taken = ndjson(body);
    const status = query.get('wait') === 'true' ? 200 : 202;
    return { ...jsonAnswer(status, { successful_rows: taken.rows, quarantined_rows: 0 }), ...taken };
  },
};
