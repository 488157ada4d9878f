import { linesOf, respondJson, tryParse, type Reply, type Service } from './services.ts';

const PATH = /^\/services\/collector(?:\/event)?(?:\/1\.0)?\/?$/;

/** Longest body. Splunk Cloud accepts 1 MB. */
const MAX_BYTES = 8 * 2 ** 20;

/** Splunk's HTTP Event Collector, with any token and index: one event, or one a line. https://help.splunk.com/en/splunk-enterprise/get-data-in/collect-http-event-data */
export const splunk: Service = {
  name: 'splunk',
  matches: ({ path }) => PATH.test(path),
  reply({ method, body }) {
    if (method !== 'POST') return answer(405, 404, 'The requested URL was not found on this server.');
    if (body.length > MAX_BYTES) return answer(413, 6, `Bodies are limited to ${MAX_BYTES / 2 ** 20} MiB`);
    return events(body.toString('utf8'));
  },
};

/** As Splunk does, takes the events before an invalid one. */
function events(text: string): Reply {
  const whole = tryParse(text);
  const given =
    whole === undefined
      ? text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map(tryParse)
      : [whole];
  const rows: unknown[] = [];
  for (const value of given) {
    const event = Object.entries(value ?? {}).find(([name]) => name === 'event')?.[1] as unknown;
    if (event === undefined || event === '') {
      const [code, words] = INVALID[value === undefined ? 'format' : event === '' ? 'blank' : 'missing'];
      return { ...answer(400, code, words, rows.length), ...linesOf(rows) };
    }
    rows.push(event);
  }
  return rows.length === 0 ? answer(400, 5, 'No data') : { ...answer(200, 0, 'Success'), ...linesOf(rows) };
}

const INVALID = {
  format: [6, 'Invalid data format'],
  missing: [12, 'Event field is required'],
  blank: [13, 'Event field cannot be blank'],
} as const;

const answer = (status: number, code: number, text: string, number?: number): Reply =>
  respondJson(status, { text, code, ...(number !== undefined && { 'invalid-event-number': number }) });
