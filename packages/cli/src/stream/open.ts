import { redact, secretsOf, type Connection, type DestinationEnv } from '@catbird/core';
import type { Facts, Report, Reports } from '../report/report.ts';
import type { Terminal } from '../terminal.ts';
import { newTransport } from '../transport/http.ts';
import type { Asked, Prepared } from './prepare.ts';
import { rowNumber } from './shard.ts';
import { streamId } from './state.ts';

/** A stream that may begin, with its report and what it will send by. */
export interface Ready {
  readonly asked: Asked;
  readonly prepared: Prepared;
  readonly report: Report;
  /** What begins, for the report. */
  readonly facts: Facts;
  /**
   * Opens the destination.
   *
   * @throws DeliveryError when the destination cannot be had
   */
  open(): Promise<Connection>;
  /** Lets go of the network and of files. */
  close(): Promise<void>;
}

/** Makes a stream ready. Nothing is sent or opened yet. */
export function ready(
  asked: Asked,
  prepared: Prepared,
  { terminal, reports, onRows }: { terminal: Terminal; reports: Reports; onRows: () => void },
): Ready {
  const { destination, name, options } = asked;
  const { config, fingerprint, first, ledger, notes, schemaName, pace, limit, seed, shard } = prepared;
  const secrets = secretsOf(destination, config);
  const report = reports.of(name, secrets);
  const transport = newTransport();
  const env: DestinationEnv = {
    http: transport.http,
    now: Date.now,
    random: Math.random,
    write(lines) {
      onRows();
      return terminal.out.write(lines);
    },
    stream: {
      id: streamId(fingerprint, seed, name),
      rowNumber: (index) => rowNumber(index, shard),
    },
  };
  return {
    asked,
    prepared,
    report,
    facts: {
      schema: schemaName,
      to: destination.host(config) ?? destination.title,
      perSecond: pace.perSecond,
      limit,
      durationMs: options.duration,
      seed,
    },
    async open() {
      notes.forEach((note) => report.note(redact(note, secrets)));
      // Before the destination: a log that cannot be had shall not leave an open connection.
      if (options.faultsLog !== undefined) ledger?.open(options.faultsLog, first > 0);
      return destination.open(config, env);
    },
    close() {
      ledger?.close();
      return transport.close();
    },
  };
}
