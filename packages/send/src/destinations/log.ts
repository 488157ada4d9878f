import * as z from 'zod/mini';
import { byteLength, payload } from '@catbird/engine';
import type { Destination } from './destination.ts';

const config = z.object({});

/** The debug destination. Writes lines to the console, or to stdout in a terminal, and sends nothing. */
export const log: Destination<z.output<typeof config>> = {
  name: 'Log',
  command: 'log',
  title: 'Log',
  kind: 'Files, HTTP, sockets',
  searchWords: 'watch here browser',
  summary: 'Log events to the console to show what would be sent.',
  acknowledgement: 'The line is written.',
  call: 'console.log',
  writes: true,
  config,
  keepsOrder: true,
  formats: ['lines'],
  limits: () => ({ rows: 10_000, bytes: 4_194_304, inFlight: 1, noTimeout: true }),
  host: () => undefined,
  open(_config, env) {
    let head = env.format?.head;
    return Promise.resolve({
      async send(batch, { signal }) {
        signal.throwIfAborted();
        if (head !== undefined) await env.write(head);
        head = undefined;
        await env.write(payload(batch));
        return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: byteLength(batch) };
      },
      close: () => Promise.resolve(),
    });
  },
  check: () =>
    Promise.resolve({
      ok: true,
      message: 'There is nothing to connect to. Events are logged and sent nowhere.',
    }),
};
