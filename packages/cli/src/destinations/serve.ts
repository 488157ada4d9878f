import { customSetting, flagSetting, optionalTextSetting, singleWord, type Destination } from '@catbird/send';
import * as z from 'zod/mini';
import { addressOf, ANY_ORIGIN, hostName, isLoopback, originsOf } from '../transport/listening.ts';

/** Whether an address to listen on admits only this machine. */
const isLocal = (host: string): boolean => isLoopback(hostName(host) ?? '');

const isOrigin = (text: string): boolean =>
  text === ANY_ORIGIN || (URL.canParse(text) && new URL(text).origin === text);

/** Schema of the settings. */
const config = z
  .object({
    port: customSetting(
      z.prefault(
        z
          .string('Must be text')
          .check(
            z.refine(
              (port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535,
              'Must be a port from 0 to 65535',
            ),
          ),
        '7182',
      ),
      { label: 'Port', help: 'Port to listen on; 0 is any free port.' },
    ),
    host: customSetting(
      z.prefault(
        z
          .string('Must be text')
          .check(z.refine((host) => hostName(host) !== undefined, 'Must be a host name or an address')),
        '127.0.0.1',
      ),
      {
        label: 'Host',
        help: 'Address to listen on; 0.0.0.0 admits other machines. Any address but those of this machine requires a token.',
      },
    ),
    token: optionalTextSetting(
      {
        label: 'Token',
        help: 'Readers send it as Authorization: Bearer, or as ?token= where they cannot send headers, as with EventSource.',
        secret: true,
      },
      singleWord,
    ),
    origin: optionalTextSetting(
      {
        label: 'Origins',
        help: 'Pages that may read the events, by their origins, with commas between them; * is any page.',
        example: 'https://app.example.com',
      },
      z.refine(
        (list) => originsOf(list).length > 0 && originsOf(list).every(isOrigin),
        'Must be origins such as https://app.example.com, with commas between them, or *',
      ),
    ),
    each: flagSetting({
      label: 'All events for each reader',
      help: 'Every reader gets all events, at its own pace; they are kept in a temporary file. Without it, readers share one stream: each begins at the present, and one that is too slow loses events.',
    }),
  })
  .check(
    z.superRefine(({ host, token }, context) => {
      if (token !== undefined && token !== '') return;
      if (isLocal(host)) return;
      context.addIssue({
        code: 'custom',
        path: ['token'],
        message: `Required, as ${host} admits other machines`,
        input: token,
      });
    }),
  );

/** The settings of the server of events. */
export type ServeConfig = z.output<typeof config>;

/** A server that readers connect to. */
export const serve: Destination<ServeConfig> = {
  name: 'Serve',
  command: 'serve',
  title: 'Server of events',
  kind: 'Files, HTTP, sockets',
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
