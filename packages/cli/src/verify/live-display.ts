import { newBoard } from '../report/board.ts';
import { serveText } from '../report/prometheus.ts';
import type { Listening } from '../transport/listening.ts';
import type { Messages } from '../terminal.ts';
import { statusLine, statusMetrics } from './live-status.ts';
import type { TableLook } from './live-table.ts';

/** Shows what is known while tables are followed. */
export interface Display {
  readonly show: (looks: readonly TableLook[]) => void;
  readonly close: () => Promise<void>;
}

/** Longest time without a line, where lines stay, while only times change. */
const EVERY_MS = 10_000;

/** Shows a line that is overwritten in a terminal, else one whenever counts change, and serves metrics if there is a port. @throws Node's error if the port is not available */
export async function newDisplay(err: Messages, port: number | undefined): Promise<Display> {
  const board = newBoard(err, () => false);
  let latest: readonly TableLook[] = [];
  let printed = '';
  let printedMs = -Infinity;
  const server: Listening | undefined =
    port === undefined ? undefined : await serveText(port, '127.0.0.1', () => statusMetrics(latest));
  const print = (line: string): void => {
    const counts = line.replace(/^[^·]*/, '');
    const nowMs = performance.now();
    if (counts === printed && nowMs - printedMs < EVERY_MS) return;
    printed = counts;
    printedMs = nowMs;
    err.write(`${line}\n`);
  };
  return {
    show(looks) {
      latest = looks;
      const line = statusLine(looks);
      if (line === '') return;
      if (err.isTerminal) board.show(0, line);
      else print(line);
    },
    async close() {
      if (err.isTerminal && latest.length > 0) err.write('\n');
      await server?.close();
    },
  };
}
