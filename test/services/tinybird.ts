import { jsonAnswer, startService, type Answer, type Received, type Service } from './service.ts';

/** Options of a stand-in for the Events API. */
export interface TinybirdOptions {
  /** Default `events`. */
  readonly datasource?: string;
  /** Default `p.a-token-for-tests`. */
  readonly token?: string;
  /** Whether to quarantine a row. Default: none. */
  readonly quarantines?: (row: unknown) => boolean;
  /** Maximum body size in bytes. Default 10,000,000, as on the free plan. */
  readonly maxBytes?: number;
}

/** A stand-in for Tinybird, and the rows it quarantined. */
export interface TinybirdService extends Service {
  readonly quarantined: readonly unknown[];
}

/** Starts a strict stand-in for Tinybird's Events API. https://www.tinybird.co/docs/get-data-in/ingest-apis/events-api */
export async function startTinybird({
  datasource = 'events',
  token = 'p.a-token-for-tests',
  quarantines = () => false,
  maxBytes = 10_000_000,
}: TinybirdOptions = {}): Promise<TinybirdService> {
  const quarantined: unknown[] = [];
  const service = await startService({
    cors: {
      methods: ['POST'],
      headers: ['authorization', 'content-type'],
      exposed: ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
    },
    respond(request, fault, take) {
      const refused = refusalOf(request, datasource, token, maxBytes);
      if (refused !== undefined) return refused;
      for (const words of faultsOf(request)) fault(words);
      const before = quarantined.length;
      const lines = linesOf(request, fault);
      for (const row of lines) {
        if (quarantines(row)) quarantined.push(row);
        else take(row);
      }
      const quarantinedRows = quarantined.length - before;
      return jsonAnswer(request.query['wait'] === 'true' ? 200 : 202, {
        successful_rows: lines.length - quarantinedRows,
        quarantined_rows: quarantinedRows,
      });
    },
  });
  return { ...service, quarantined };
}

function refusalOf(
  { method, path, query, headers, body }: Received,
  datasource: string,
  token: string,
  maxBytes: number,
): Answer | undefined {
  if (path !== '/v0/events') return jsonAnswer(404, { error: 'Not found' });
  if (method !== 'POST') return jsonAnswer(405, { error: 'Method not allowed' });
  if (headers['authorization'] !== `Bearer ${token}`)
    return jsonAnswer(403, { error: 'Invalid token', documentation: 'https://docs.tinybird.co/' });
  if (query['name'] !== datasource)
    return jsonAnswer(400, {
      error: `Data Source ${JSON.stringify(query['name'] ?? '')} cannot be created with this token`,
    });
  if (body.length > maxBytes) return jsonAnswer(413, { error: 'Request Entity Too Large' });
  if (body.length === 0) return jsonAnswer(400, { error: 'No data provided' });
  return undefined;
}

function faultsOf({ query, headers, body }: Received): string[] {
  const faults: string[] = [];
  if (query['from'] !== 'catbird') faults.push(`from is ${query['from']}, not catbird`);
  const more = Object.keys(query).filter((name) => !['name', 'from', 'wait'].includes(name));
  if (more.length > 0) faults.push(`unknown query parameters: ${more.join(', ')}`);
  if (headers['cookie'] !== undefined) faults.push('a cookie was sent');
  if (headers['referer'] !== undefined) faults.push(`a referrer was sent: ${headers['referer']}`);
  if (body.at(-1) !== 0x0a) faults.push('the last line has no newline');
  return faults;
}

function linesOf({ body }: Received, fault: (words: string) => void): unknown[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line): unknown[] => {
      try {
        return [JSON.parse(line)];
      } catch (error) {
        fault(`a line is not JSON: ${String(error)}: ${line.slice(0, 100)}`);
        return [];
      }
    });
}
