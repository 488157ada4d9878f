import { flagSetting, type Destination, type HttpRequest } from '@catbird/send';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as z from 'zod/mini';

const gzipped = promisify(gzip);

/** Compresses with gzip on Node's thread pool, at the fastest level so that the stream keeps its rate. */
export const compress = (bytes: Uint8Array): Promise<Uint8Array> => gzipped(bytes, { level: 1 });

/** The request with its body compressed. */
async function compressed(request: HttpRequest): Promise<HttpRequest> {
  const { body, headers } = request;
  if (body === undefined || body.length === 0) return request;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { ...request, body: await compress(bytes), headers: { ...headers, 'content-encoding': 'gzip' } };
}

/** Adds a gzip setting to a destination over HTTP. Only for Node: in browsers, CORS may forbid the content-encoding header. */
export function withGzip(destination: Destination): Destination {
  const config = z.safeExtend(destination.config, {
    gzip: flagSetting({ label: 'Gzip', help: 'Compress requests with gzip.' }),
  });
  return {
    ...destination,
    config,
    open: (settings, env) =>
      destination.open(
        settings,
        isCompressed(settings)
          ? { ...env, http: async (request) => env.http(await compressed(request)) }
          : env,
      ),
  };
}

const isCompressed = (settings: unknown): boolean =>
  typeof settings === 'object' && settings !== null && 'gzip' in settings && settings.gzip === true;
