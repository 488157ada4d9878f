import { jsonAnswer, startService, type Answer, type Received, type Service } from './service.ts';

/** A log as it was sent. */
export type DatadogLog = Readonly<Record<string, unknown>> & { readonly message: string };

/** A stand-in for Datadog, and its logs with their attributes. */
export interface DatadogService extends Service {
  readonly logs: readonly DatadogLog[];
}

const MEMBERS = ['message', 'service', 'ddsource', 'ddtags', 'hostname', 'timestamp'];

/** Starts a strict stand-in for Datadog's log intake. https://docs.datadoghq.com/api/latest/logs/#send-logs */
export async function startDatadog({
  apiKey = 'a-key-for-tests',
}: { readonly apiKey?: string } = {}): Promise<DatadogService> {
  const logs: DatadogLog[] = [];
  const service = await startService({
    cors: { methods: ['POST'], headers: ['dd-api-key', 'content-type'], exposed: [] },
    respond(request, fault, take) {
      const { headers, path, method, body } = request;
      if (path !== '/api/v2/logs') return datadogError(404, 'Not Found');
      if (method !== 'POST') return { status: 405 };
      if (headers['dd-api-key'] === undefined) return datadogError(401, 'API key is missing');
      if (headers['dd-api-key'] !== apiKey) return datadogError(403, 'API key is invalid');
      if (body.length > 5_000_000) return datadogError(413, 'Payload too large');
      const given = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as DatadogLog[];
      for (const words of faultsOf(request, given)) fault(words);
      for (const log of given) {
        logs.push(log);
        take(JSON.parse(log.message));
      }
      return jsonAnswer(202, {});
    },
  });
  return { ...service, logs };
}

/** An error in the format of Datadog. */
export const datadogError = (status: number, detail: string): Answer =>
  jsonAnswer(status, { errors: [{ status: String(status), title: 'Refused', detail }] });

function faultsOf({ headers, query }: Received, logs: readonly DatadogLog[]): string[] {
  const faults: string[] = [];
  if (headers['content-type'] !== 'application/json') faults.push(`the type is ${headers['content-type']}`);
  if (Object.keys(query).length > 0) faults.push('a query was sent');
  if (logs.length > 1000) faults.push(`${logs.length} logs are more than 1,000`);
  for (const log of logs) {
    const more = Object.keys(log).filter((name) => !MEMBERS.includes(name));
    if (more.length > 0) faults.push(`unknown members: ${more.join(', ')}`);
    if (Buffer.byteLength(JSON.stringify(log)) > 1_000_000) faults.push('a log of more than 1 MB is cut');
  }
  return faults;
}
