import { startService, type Answer, type Received, type Service } from './service.ts';

/** Options of a stand-in for Loki behind a proxy. */
export interface LokiOptions {
  /** Default: none is needed. */
  readonly authorization?: string;
  /** Default: one tenant, so that none may be named. */
  readonly tenant?: string;
  /** Whether a line is rejected, as when it is too old. Default: none. */
  readonly refuses?: (row: unknown) => boolean;
  /** Longest line, in bytes. Default 256 KiB. */
  readonly maxLine?: number;
}

/** A line that Loki keeps. */
export interface LokiLine {
  readonly labels: Readonly<Record<string, string>>;
  /** Nanoseconds since 1970. */
  readonly ns: bigint;
  readonly line: string;
}

/** A stand-in for Loki, and its lines. */
export interface LokiService extends Service {
  readonly lines: readonly LokiLine[];
}

interface Push {
  readonly streams: readonly {
    readonly stream: Readonly<Record<string, string>>;
    readonly values: readonly (readonly [ns: string, line: string])[];
  }[];
}

/** Starts a strict stand-in for Loki's push API. As Loki does, it stores the valid lines of a request that it refuses. https://grafana.com/docs/loki/latest/reference/loki-http-api/#ingest-logs */
export async function startLoki({
  authorization,
  tenant,
  refuses = () => false,
  maxLine = 256 * 1024,
}: LokiOptions = {}): Promise<LokiService> {
  const lines: LokiLine[] = [];

  function push(request: Received, fault: (words: string) => void, take: (row: unknown) => void): Answer {
    const { streams } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body)) as Push;
    if (streams.length === 0)
      return lokiError(422, 'error at least one valid stream is required for ingestion');
    const invalid: string[] = [];
    for (const { stream: labels, values } of streams) {
      for (const words of labelFaults(labels)) fault(words);
      for (const [ns, line] of values) {
        if (typeof ns !== 'string' || !/^\d{19}$/.test(ns)) fault(`a time is ${ns}`);
        if (Buffer.byteLength(line) > maxLine) invalid.push('max entry size exceeded');
        else if (refuses(JSON.parse(line))) invalid.push(`entry has timestamp too old: ${ns}`);
        else {
          lines.push({ labels, ns: BigInt(ns), line });
          take(JSON.parse(line));
        }
      }
    }
    return invalid.length === 0 ? { status: 204 } : lokiError(400, invalid.slice(0, 10).join('\n'));
  }

  const service = await startService({
    cors: { methods: ['POST'], headers: ['authorization', 'content-type', 'x-scope-orgid'], exposed: [] },
    respond(request, fault, take) {
      const { headers, path, method } = request;
      if (headers['authorization'] !== authorization) return lokiError(401, 'Unauthorized');
      if (path !== '/loki/api/v1/push') return lokiError(404, '404 page not found');
      if (method !== 'POST') return { status: 405 };
      if (headers['x-scope-orgid'] !== tenant) return lokiError(401, 'no org id');
      if (headers['content-type'] !== 'application/json') fault(`the type is ${headers['content-type']}`);
      return push(request, fault, take);
    },
  });
  return { ...service, lines };
}

/** An error in the format of Loki. */
export const lokiError = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});

function labelFaults(labels: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(labels);
  return [
    ...(names.length === 0 ? ['a stream needs a label'] : []),
    ...(names.length > 15 ? ['a stream may have 15 labels'] : []),
    ...names.filter((name) => !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name)).map((name) => `a label is ${name}`),
    ...Object.values(labels).flatMap((value) =>
      typeof value === 'string' && value.length <= 2048 ? [] : ['the value of a label is invalid'],
    ),
  ];
}
