import { jsonAnswer, startService, type Service } from './service.ts';

/** Options of a stand-in for any HTTP endpoint. */
export interface HttpOptions {
  /** Default `/events`. */
  readonly path?: string;
  /** Default `POST`. */
  readonly method?: 'POST' | 'PUT' | 'PATCH';
  /** Headers that a request must have, by lower-case name; otherwise the response is 401. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts an endpoint that accepts JSON lines (`application/x-ndjson`), or a JSON array or single event (`application/json`). */
export const startHttp = ({
  path = '/events',
  method = 'POST',
  headers = {},
}: HttpOptions = {}): Promise<Service> =>
  startService({
    cors: {
      methods: ['GET', 'POST', 'PUT', 'PATCH'],
      headers: ['authorization', 'content-type', ...Object.keys(headers)],
      exposed: ['retry-after'],
    },
    respond(request, fault, take) {
      const wrong = Object.keys(headers).filter((name) => request.headers[name] !== headers[name]);
      if (wrong.length > 0) return jsonAnswer(401, { error: `Wrong: ${wrong.join(', ')}` });
      if (request.path !== path) return jsonAnswer(404, { error: `No such path: ${request.path}` });
      if (request.method === 'GET') return jsonAnswer(200, { taken: 0 });
      if (request.method !== method) return jsonAnswer(405, { error: `${request.method} is not ${method}` });
      const text = new TextDecoder('utf-8', { fatal: true }).decode(request.body);
      const lines = request.headers['content-type'] === 'application/x-ndjson';
      if (lines && !text.endsWith('\n')) fault('the last line has no newline');
      const values: unknown[] = lines
        ? text
            .split('\n')
            .slice(0, -1)
            .map((line): unknown => JSON.parse(line))
        : [JSON.parse(text)].flat();
      values.forEach(take);
      return jsonAnswer(200, { taken: values.length });
    },
  });
