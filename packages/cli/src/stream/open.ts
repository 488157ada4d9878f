import { redact, secretsOf, type Connection, type DestinationEnv } from '@catbird/core';
import { newSteering, type Steering } from '../control/steering.ts';
import { realPath } from '../files/identity.ts';
import type { Facts, Report, Reports } from '../report/report.ts';
import type { Terminal } from '../terminal.ts';
import { newTransport } from '../transport/http.ts';
import { newKeeper, type Keeper } from './keeper.ts';
import type { Prepared } from './prepared.ts';
import { timeFacts } from '../report/timing.ts';
import { rowTiming } from './row-timing.ts';
import { rowNumber } from './shard.ts';
import type { StreamSpec } from './spec.ts';
import { fingerprintOf, streamId } from './state.ts';
import { faultWriter } from './observers.ts';

/** A stream that is ready to start, with its report and its resources. */
export interface Ready {
  readonly spec: StreamSpec;
  readonly prepared: Prepared;
  readonly report: Report;
  /** What the report shows at the start. */
  readonly facts: Facts;
  /** Saves its progress, if it has a state file. */
  readonly keeper: Keeper | undefined;
  /** Changes it while it runs, if keys or the control port may. */
  readonly steering: Steering | undefined;
  /**
   * Opens the destination.
   *
   * @throws DeliveryError if the destination cannot be opened
   */
  open(): Promise<Connection>;
  /** Closes connections and files. */
  close(): Promise<void>;
}

/** Makes a stream ready, without opening or sending anything. */
export function ready(
  spec: StreamSpec,
  prepared: Prepared,
  { terminal, reports, onRows }: { terminal: Terminal; reports: Reports; onRows: () => void },
): Ready {
  const { destination, name, options, isSteered = false } = spec;
  const { config, fingerprint, hasRows, faultLog, local, notes, schemaName, pace, plannedRows } = prepared;
  const { seed, shard, time } = prepared;
  const secrets = secretsOf(destination, config);
  const report = reports.of(name, secrets);
  const writeFaults = faultWriter(prepared, options, report);
  const { state, onFailure } = options;
  const keeper =
    state === undefined
      ? undefined
      : newKeeper(realPath(state), prepared, { onFailure, report, writeFaults });
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
      id: streamId(
        time === undefined ? fingerprint : fingerprintOf([fingerprint, rowTiming(time.given)]),
        seed,
        name,
      ),
      rowNumber: (index) => rowNumber(index, shard),
    },
  };
  return {
    spec,
    prepared,
    report,
    facts: {
      schema: schemaName,
      to: destination.host(config) ?? destination.title,
      perSecond: pace.perSecond,
      limit: plannedRows,
      time: time === undefined ? undefined : timeFacts(time),
      durationMs: options.duration,
      seed,
    },
    keeper,
    steering: isSteered ? newSteering(name, prepared, options, { keeper, report }) : undefined,
    async open() {
      notes.forEach((note) => report.note(redact(note, secrets)));
      // Before the destination, so that a failure leaves no open connection.
      if (options.faultsLog !== undefined) faultLog?.open(options.faultsLog, hasRows);
      return local === undefined ? destination.open(config, env) : local.open(keeper?.bookmark);
    },
    close() {
      keeper?.close();
      faultLog?.close();
      return transport.close();
    },
  };
}
