import type { Destination } from '@catbird/send';
import { addressOf, config, type ServeConfig } from './serve-config.ts';

/** A server that readers connect to. */
export const serve: Destination<ServeConfig> = {
  name: 'Serve',
  command: 'serve',
  title: 'Server of events',
  summary: 'Let browsers and programs read events: server-sent events, WebSocket or long polling.',
  acknowledgement:
    'It has been written to the connection of at least one reader. Without a reader, the stream waits.',
  call: 'GET /events, /ws or /poll',
  docs: 'https://html.spec.whatwg.org/multipage/server-sent-events.html',
  config,
  keepsOrder: true,
  limits: () => ({
    // A reader gets so much at a time, and has written it before it gets more.
    rows: 1000,
    bytes: 1_048_576,
    inFlight: 1,
    noTimeout: true,
  }),
  host: ({ host, port }) => addressOf(host, port),
  open: async (config, env) => (await import('./serve-connection.ts')).open(config, env),
  check: async (config) => (await import('./serve-connection.ts')).check(config),
};
