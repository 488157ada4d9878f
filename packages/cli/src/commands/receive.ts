import { inLine, issuesOf } from '@catbird/engine';
import { systemClock } from '@catbird/send';
import { defineCommand } from '../command.ts';
import { destinations } from '../destinations/list.ts';
import { EXIT } from '../exit-codes.ts';
import { durationFlag, pathFlag, switchFlag, textFlag, wholeFlag } from '../flags/readers.ts';
import { serverFlags } from '../flags/server-flags.ts';
import { whenAborted } from '../interrupt.ts';
import { newReceiveCounts } from '../receive/counts.ts';
import { listen, services } from '../receive/server.ts';
import { sinkFor } from '../receive/sink.ts';
import { refuse } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { addressOf, listeningFailure } from '../transport/listening.ts';

/** The destinations that it stands in for, without plain HTTP. */
const STANDS_IN_FOR = destinations
  .filter(({ command }) => command !== 'http' && services.some(({ name }) => name === command))
  .map(({ title }) => title)
  .join(', ');

/** `catbird receive`: receives events on this machine until it is interrupted. */
export const receive = defineCommand({
  flags: {
    ...serverFlags({ group: 'Receive', port: 7181, what: 'receiver' }),
    out: pathFlag({
      help: 'Append rows to this file; - is stdout.',
      short: 'o',
      value: 'FILE',
      group: 'Receive',
      default: '-',
    }),
    stamp: switchFlag({
      help: 'Also write the arrival time of each request to FILE.stamps. catbird verify computes lag from it. Requires --out.',
      group: 'Receive',
    }),
    sequence: textFlag({
      help: 'Count gaps and duplicates by this field, a number that increases by 1.',
      value: 'FIELD',
      group: 'Receive',
    }),
    digest: switchFlag({
      help: 'Report a digest of all rows, each counted once, to compare with catbird digest. Requires --sequence, with numbers from 1.',
      group: 'Receive',
    }),
    limit: wholeFlag({ help: 'Stop after this many rows.', short: 'n', least: 1, group: 'Receive' }),
    duration: durationFlag({ help: 'Stop after this time.', group: 'Receive' }),
    json: switchFlag({ help: 'Print counts as JSON lines on stderr.', group: 'Output' }),
    quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
  },
  notes: `Stands in for ${STANDS_IN_FOR}, and takes plain HTTP with JSON lines, a JSON array or one JSON value, optionally gzipped. Any credentials are accepted.
Accepts pages from this machine and from --origin. Request bodies in flight may take 64 MiB in total, uncompressed.`,
  examples: [
    { line: 'catbird receive --port 7181', does: 'print and count events' },
    {
      line: 'catbird receive --origin https://catbird.example.com',
      does: 'also accept events from pages of that origin',
    },
    {
      line: 'CATBIRD_TINYBIRD_TOKEN=any catbird tinybird --host local --datasource events --eps 100 --limit 250',
      does: 'send 250 events to it, from another terminal',
    },
  ],
  endsBySignal: true,
  async run(values, _operands, terminal) {
    const { port = 7181, host = '127.0.0.1', json = false, quiet = false } = values;
    const clash = clashOf(values);
    if (clash !== undefined) {
      terminal.interrupt.release();
      const issues = issuesOf(clash);
      return refuse(issues, { json, err: terminal.err });
    }
    const over = new AbortController();
    void whenAborted(terminal.interrupt.stop).then(() => over.abort());
    if (values.duration !== undefined)
      void systemClock.sleep(values.duration, over.signal).then(() => over.abort());
    const print = (text: string): void => {
      if (!quiet) terminal.err.write(`${text}\n`);
    };
    try {
      await receiveUntilOver({ ...values, port, host, json }, terminal, { over, print });
      return EXIT.ok;
    } catch (error) {
      const message = listeningFailure(error, host, port);
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

/** What does not fit together. */
function clashOf({
  digest,
  sequence,
  stamp,
  out = '-',
}: Pick<Options, 'digest' | 'sequence' | 'stamp' | 'out'>): string | undefined {
  if (digest === true && sequence === undefined)
    return '--digest needs --sequence, to tell rows apart by their numbers';
  return stamp === true && out === '-'
    ? '--stamp needs --out with a file: the times are written beside it'
    : undefined;
}

interface Options {
  readonly port: number;
  readonly host: string;
  readonly json: boolean;
  readonly out?: string | undefined;
  readonly origin?: readonly string[] | undefined;
  readonly allowHost?: readonly string[] | undefined;
  readonly stamp?: boolean | undefined;
  readonly sequence?: string | undefined;
  readonly digest?: boolean | undefined;
  readonly limit?: number | undefined;
}

async function receiveUntilOver(
  {
    port,
    host,
    json,
    out = '-',
    stamp,
    origin = [],
    allowHost = [],
    sequence,
    digest,
    limit = Infinity,
  }: Options,
  terminal: Terminal,
  { over, print }: { readonly over: AbortController; readonly print: (text: string) => void },
): Promise<void> {
  const counts = newReceiveCounts(sequence, digest);
  const printRefusal = eachOnce((reason) =>
    print(json ? JSON.stringify({ type: 'note', message: reason }) : inLine(reason)),
  );
  const sink = await sinkFor(out, terminal, stamp);
  const server = await listen(port, host, {
    allowed: { hosts: [host, ...allowHost], origins: origin },
    refused(reason) {
      counts.noteRefused();
      printRefusal(reason);
    },
    async store(reply, service) {
      await sink.write(reply.lines);
      counts.note(reply, service);
      if (counts.rows >= limit) over.abort();
    },
  });
  print(
    json
      ? JSON.stringify({ type: 'start', host, port: server.port })
      : `Listening on http://${addressOf(host, server.port)}`,
  );
  await reportUntilOver(over.signal, () => print(json ? counts.json('progress') : counts.line()));
  await server.close();
  await sink.close();
  print(json ? counts.json('summary') : counts.summary());
}

/** Maximum number of reasons to print: a sender can cause any number. */
const MAX_REASONS = 20;

/** Prints each text once, up to a maximum. */
function eachOnce(print: (text: string) => void): (text: string) => void {
  const printed = new Set<string>();
  return (text) => {
    if (printed.has(text) || printed.size > MAX_REASONS) return;
    printed.add(text);
    print(printed.size > MAX_REASONS ? 'More requests are refused, for other reasons' : text);
  };
}

const REPORT_MS = 10_000;

async function reportUntilOver(over: AbortSignal, report: () => void): Promise<void> {
  while (!over.aborted) {
    await systemClock.sleep(REPORT_MS, over);
    if (!over.aborted) report();
  }
}
