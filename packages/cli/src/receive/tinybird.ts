import { respondJson, ndjson, type Service } from './service.ts';

/** The Events API, with any token and data source. https://www.tinybird.co/docs/get-data-in/ingest-apis/events-api */
export const tinybird: Service = {
  name: 'tinybird',
  matches: ({ path }) => path === '/v0/events',
  reply({ method, query, body }) {
    if (method !== 'POST') return respondJson(405, { error: 'Method not allowed' });
    if (!query.has('name')) return respondJson(400, { error: 'Missing name of a data source in the query' });
    const rows = ndjson(body);
    const status = query.get('wait') === 'true' ? 200 : 202;
    return { ...respondJson(status, { successful_rows: rows.rows, quarantined_rows: 0 }), ...rows };
  },
};
