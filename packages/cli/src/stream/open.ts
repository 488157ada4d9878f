import { redact, secretsOf, type Connection, type DestinationEnv } from '@catbird/core';
import { realPath } from '../files/identity.ts';
import type { Facts, Report, Reports } from '../report/report.ts';
import type { Terminal } from '../terminal.ts';
import { newTransport } from '../transport/http.ts';
import { newKeeper, type Keeper } from './keeper.ts';
import type { Asked, Prepared } from './prepare.ts';
import { rowNumber } from './shard.ts';
import { streamId } from './state.ts';
import { faultsNoter } from './watchers.ts';

/** A stream that may begin, with its report and what it will send by. */
export interface Ready {
  readonly asked: Asked;
  readonly prepared: Prepared;
  readonly report: Report;
  /** What begins, for the report. */
  readonly facts: Facts;
  /** Notes how far it came, where it has a state. */
  readonly keeper: Keeper | undefined;
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
  const { config, fingerprint, hasRows, ledger, local, notes, schemaName, pace, limit, seed, shard } =
    prepared;
  const secrets = secretsOf(destination, config);
  const report = reports.of(name, secrets);
  const noteFaults = faultsNoter(prepared, options, report);
  const { state, onFailure } = options;
  const keeper =
    state === undefined ? undefined : newKeeper(realPath(state), prepared, { onFailure, report, noteFaults });
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
    keeper,
    async open() {
      notes.forEach((note) => report.note(redact(note, secrets)));
      // Before the destination: a log that cannot be had shall not leave an open connection.
      if (options.faultsLog !== undefined) ledger?.open(options.faultsLog, hasRows);
      return local === undefined ? destination.open(config, env) : local.open(keeper?.bookmark);
    },
    close() {
      keeper?.close();
      ledger?.close();
      return transport.close();
    },
  };
}
