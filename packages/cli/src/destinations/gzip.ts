import { flag, type Destination, type HttpRequest } from '@catbird/core/destinations';
import * as z from 'zod/mini';

/** A request as it was, with its body packed. */
async function packed(request: HttpRequest): Promise<HttpRequest> {
  const { body, headers } = request;
  if (body === undefined || body.length === 0) return request;
  const { pack } = await import('./pack.ts');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { ...request, body: await pack(bytes), headers: { ...headers, 'content-encoding': 'gzip' } };
}

/** A destination over HTTP with one more setting: to pack what is sent. In a browser a service may not allow the header, in Node it does. */
export function withGzip(destination: Destination): Destination {
  const config = z.safeExtend(destination.config, {
    gzip: flag({ label: 'Gzip', help: 'Pack the events on their way.' }),
  });
  return {
    ...destination,
    config,
    open: (settings, env) =>
      destination.open(
        settings,
        isPacked(settings) ? { ...env, http: async (request) => env.http(await packed(request)) } : env,
      ),
  };
}

const isPacked = (settings: unknown): boolean =>
  typeof settings === 'object' && settings !== null && 'gzip' in settings && settings.gzip === true;
