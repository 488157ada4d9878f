import { isIPv6 } from 'node:net';
import { systemClock } from '@catbird/core/delivery';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { durationFlag, hostFlag, originFlag, switchFlag, textFlag, wholeFlag } from '../flags/readers.ts';
import { whenAborted } from '../interrupt.ts';
import { inLine } from '../printable.ts';
import { newReceived } from '../receive/received.ts';
import { listen, type Listening } from '../receive/server.ts';
import { sinkFor } from '../receive/sink.ts';

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
    origin: originFlag({
      help: 'Pages of this origin may send, besides those of this machine. May be given many times.',
      value: 'ORIGIN',
      group: 'Receive',
    }),
    allowHost: hostFlag({
      help: 'Another name by which senders may call this receiver. May be given many times.',
      value: 'NAME',
      group: 'Receive',
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
a JSON array or one JSON value; gzip, too. Any credentials will do.
Pages of this machine may send, and those of --origin. Bodies under way may have 64 MiB together, unpacked.`,
  examples: [
    { line: 'catbird receive --port 7181', does: 'prints what arrives, and counts it' },
    {
      line: 'catbird receive --origin https://catbird.example.com',
      does: 'also takes what a page at that address sends',
    },
    {
      line: 'CATBIRD_TINYBIRD_TOKEN=any catbird tinybird --host local --datasource events --eps 100 --limit 250',
      does: 'in another terminal: sends 250 events to it',
    },
  ],
  endsBySignal: true,
  async run(values, _operands, terminal) {
    const { port = 7181, host = '127.0.0.1', out = '-', json = false, quiet = false } = values;
    const { origin = [], allowHost = [] } = values;
    const over = new AbortController();
    void whenAborted(terminal.interrupt.stop).then(() => over.abort());
    if (values.duration !== undefined)
      void systemClock.sleep(values.duration, over.signal).then(() => over.abort());
    const received = newReceived(values.sequence);
    const say = (text: string): void => {
      if (!quiet) terminal.err.write(`${text}\n`);
    };
    const tell = eachOnce((reason) =>
      say(json ? JSON.stringify({ type: 'note', message: reason }) : inLine(reason)),
    );
    try {
      const sink = await sinkFor(out, terminal);
      const server = await listen(port, host, {
        guests: { hosts: [host, ...allowHost], origins: origin },
        refused(reason) {
          received.noteRefused();
          tell(reason);
        },
        async store(taken, service) {
          await sink.write(taken.lines);
          received.note(taken, service);
          if (received.rows >= (values.limit ?? Infinity)) over.abort();
        },
      });
      say(
        json
          ? JSON.stringify({ type: 'start', host, port: server.port })
          : `Listening at http://${isIPv6(host) ? `[${host}]` : host}:${server.port}`,
      );
      await reportUntilOver(over.signal, () => say(json ? received.json('progress') : received.line()));
      await end(server, sink.close);
      say(json ? received.json('summary') : received.summary());
      return EXIT.ok;
    } catch (error) {
      const message = reasonOf(error, host, port);
      terminal.err.write(
        `${json ? JSON.stringify({ type: 'error', kind: 'receiver', message }) : message}\n`,
      );
      return EXIT.failed;
    } finally {
      terminal.interrupt.release();
      over.abort();
    }
  },
});

/** Most reasons that are told: senders may make up any number of them. */
const MOST_REASONS = 20;

/** Tells each text once, and of many only the first ones. */
function eachOnce(tell: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text) || told.size > MOST_REASONS) return;
    told.add(text);
    tell(told.size > MOST_REASONS ? 'More requests are refused for other reasons' : text);
  };
}

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

function reasonOf(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Something else listens at ${host}:${port}. Choose another --port`;
  if (code === 'EACCES' && port < 1024) return `Port ${port} needs more rights. Choose a --port from 1024 on`;
  if (error instanceof Error && code !== undefined) return error.message;
  throw error;
}
