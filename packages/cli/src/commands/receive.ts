import { open, type FileHandle } from 'node:fs/promises';
import { systemClock } from '@catbird/core/delivery';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { durationFlag, switchFlag, textFlag, wholeFlag } from '../flags/readers.ts';
import { whenAborted } from '../interrupt.ts';
import { newReceived } from '../receive/received.ts';
import { listen, type Listening } from '../receive/server.ts';
import type { Terminal } from '../terminal.ts';

/** `catbird receive`: a receiver on this machine, until it is interrupted. */
export const receive = defineCommand({
  flags: {
    port: wholeFlag({
      help: 'Where to listen; 0 is any free port.',
      short: 'p',
      least: 0,
      most: 65_535,
      value: 'PORT',
      group: 'Receive',
      default: '7181',
    }),
    host: textFlag({
      help: 'The address to listen at. 0.0.0.0 lets other machines send, too.',
      value: 'ADDRESS',
      group: 'Receive',
      default: '127.0.0.1',
    }),
    out: textFlag({
      help: 'A file that the rows are added to; - is standard output.',
      short: 'o',
      value: 'FILE',
      group: 'Receive',
      default: '-',
    }),
    sequence: textFlag({
      help: 'A field that counts up, to find gaps and duplicates by.',
      value: 'FIELD',
      group: 'Receive',
    }),
    limit: wholeFlag({ help: 'Ends after so many rows.', least: 1, group: 'Receive' }),
    duration: durationFlag({ help: 'Ends after a time.', group: 'Receive' }),
    json: switchFlag({ help: 'Counts as JSON lines on stderr.', group: 'Output' }),
    quiet: switchFlag({ help: 'Say nothing but errors.', group: 'Output' }),
  },
  notes: `It speaks Tinybird's Events API, Ably's REST publish, SNS's Publish and PublishBatch, and plain HTTP with JSON lines,
a JSON array or one JSON value; gzip, too. Any credentials will do. Pages of any origin may send.`,
  examples: [
    { line: 'catbird receive --port 7181', does: 'prints what arrives, and counts it' },
    {
      line: 'CATBIRD_TINYBIRD_TOKEN=any catbird tinybird --host local --datasource events --eps 100 --limit 250',
      does: 'in another terminal: sends 250 events to it',
    },
  ],
  endsBySignal: true,
  async run(values, _operands, terminal) {
    const { port = 7181, host = '127.0.0.1', out = '-', json = false, quiet = false } = values;
    const over = new AbortController();
    void whenAborted(terminal.interrupt.stop).then(() => over.abort());
    if (values.duration !== undefined)
      void systemClock.sleep(values.duration, over.signal).then(() => over.abort());
    const received = newReceived(values.sequence);
    const say = (text: string): void => {
      if (!quiet) terminal.err.write(`${text}\n`);
    };
    try {
      const sink = await sinkFor(out, terminal);
      const server = await listen(port, host, {
        async store(taken, service) {
          await sink.write(taken.lines);
          received.note(taken, service);
          if (received.rows >= (values.limit ?? Infinity)) over.abort();
        },
      });
      say(
        json
          ? JSON.stringify({ type: 'start', host, port: server.port })
          : `Listening at http://${host}:${server.port}`,
      );
      await reportUntilOver(over.signal, () => say(json ? received.json('progress') : received.line()));
      await end(server, sink.close);
      say(json ? received.json('summary') : received.summary());
      return EXIT.ok;
    } catch (error) {
      terminal.err.write(`${reasonOf(error, host, port)}\n`);
      return EXIT.failed;
    } finally {
      terminal.interrupt.release();
      over.abort();
    }
  },
});

const REPORT_MS = 10_000;

async function reportUntilOver(over: AbortSignal, report: () => void): Promise<void> {
  while (!over.aborted) {
    await systemClock.sleep(REPORT_MS, over);
    if (!over.aborted) report();
  }
}

async function end(server: Listening, closeSink: () => Promise<void>): Promise<void> {
  await server.close();
  await closeSink();
}

/** Where rows are written, in the order in which they came. */
async function sinkFor(
  out: string,
  terminal: Terminal,
): Promise<{ write: (lines: Uint8Array) => Promise<void>; close: () => Promise<void> }> {
  if (out === '-') return { write: (lines) => terminal.out.write(lines), close: () => Promise.resolve() };
  const file: FileHandle = await open(out, 'a');
  let last: Promise<unknown> = Promise.resolve();
  return {
    write: async (lines) => {
      const write = last.then(() => file.appendFile(lines));
      // One failed write is told to its sender; the next may go through.
      last = write.catch(() => undefined);
      await write;
    },
    close: () => file.close(),
  };
}

function reasonOf(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Something else listens at ${host}:${port}. Choose another --port`;
  if (code === 'EACCES' && port < 1024) return `Port ${port} needs more rights. Choose a --port from 1024 on`;
  if (error instanceof Error && code !== undefined) return error.message;
  throw error;
}
