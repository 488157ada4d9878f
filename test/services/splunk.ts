import { jsonAnswer, startService, type Answer, type Received, type Service } from './service.ts';

/** Options of a stand-in for the HTTP Event Collector. */
export interface SplunkOptions {
  readonly token?: string;
  /** Indexes that the token may write to. Default: `main`. */
  readonly indexes?: readonly string[];
  /** Whether an event is invalid. Default: none. */
  readonly refuses?: (row: unknown) => boolean;
  /** Maximum body size in bytes. Default 1 MiB. */
  readonly maxBytes?: number;
}

/** An event as it was sent. */
export type SplunkEvent = Readonly<Record<string, unknown>>;

/** A stand-in for Splunk, and its events with their metadata. */
export interface SplunkService extends Service {
  readonly events: readonly SplunkEvent[];
}

/** Starts a strict stand-in for Splunk's HTTP Event Collector. https://help.splunk.com/en/splunk-enterprise/get-data-in/collect-http-event-data */
export async function startSplunk({
  token = 'a-token-for-tests',
  indexes = ['main'],
  refuses = () => false,
  maxBytes = 2 ** 20,
}: SplunkOptions = {}): Promise<SplunkService> {
  const events: SplunkEvent[] = [];

  function take(body: Buffer, store: (row: unknown) => void): Answer {
    const given = linesIn(body);
    if (given.length === 0) return splunkError(400, 5, 'No data');
    for (const [number, text] of given.entries()) {
      const event = eventIn(text);
      if (event === undefined || refuses(event['event']))
        return splunkError(400, 6, 'Invalid data format', number);
      const { index = 'main' } = event;
      if (!indexes.includes(String(index))) return splunkError(400, 7, 'Incorrect index', number + 1);
      events.push(event);
      store(event['event']);
    }
    return jsonAnswer(200, { text: 'Success', code: 0 });
  }

  const service = await startService({
    cors: { methods: ['POST'], headers: ['authorization', 'content-type'], exposed: [] },
    respond(request, fault, store) {
      const { headers, path, method, body } = request;
      if (path !== '/services/collector/event')
        return jsonAnswer(404, { text: 'The requested URL was not found on this server.', code: 404 });
      if (method !== 'POST') return { status: 405 };
      if (headers['authorization'] === undefined) return splunkError(401, 2, 'Token is required');
      if (headers['authorization'] !== `Splunk ${token}`) return splunkError(403, 4, 'Invalid token');
      if (body.length > maxBytes) return { status: 413 };
      for (const words of faultsOf(request)) fault(words);
      return take(body, store);
    },
  });
  return { ...service, events };
}

/** An error in the format of Splunk. */
export const splunkError = (status: number, code: number, text: string, number?: number): Answer =>
  jsonAnswer(status, { text, code, ...(number !== undefined && { 'invalid-event-number': number }) });

/** Lines as text with a character for each byte. */
const linesIn = (body: Buffer): readonly string[] => body.toString('latin1').split('\n').slice(0, -1);

/** Undefined: it is malformed. */
function eventIn(line: string): SplunkEvent | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'));
    return JSON.parse(text) as SplunkEvent;
  } catch {
    return undefined;
  }
}

const MEMBERS = ['time', 'host', 'source', 'sourcetype', 'index', 'event'];

function faultsOf({ query, headers, body }: Received): string[] {
  const faults: string[] = [];
  if (Object.keys(query).length > 0) faults.push('a query was sent');
  if (headers['content-type'] !== 'application/json') faults.push(`the type is ${headers['content-type']}`);
  for (const text of linesIn(body)) {
    const event = eventIn(text);
    if (event === undefined) continue;
    const more = Object.keys(event).filter((name) => !MEMBERS.includes(name));
    if (more.length > 0) faults.push(`unknown members: ${more.join(', ')}`);
    if (event['event'] === undefined) faults.push('an event is missing');
    if (!['number', 'undefined'].includes(typeof event['time'])) faults.push('time must be a number');
  }
  return faults;
}
