import { describe } from '@catbird/engine';
import {
  DeliveryError,
  redact,
  secretsOf,
  type Connection,
  type DestinationEnv,
  withRoutes,
} from '@catbird/send';
import { rowFormat } from '@catbird/stream';
import { noting } from '../environment/noting.ts';
import { newSteering, type Steering } from '../control/steering.ts';
import { errorCode, writingFailure } from '../files/error-code.ts';
import type { End, Facts, Report, Reports } from '../report/report.ts';
import type { Terminal } from '../terminal.ts';
import { newTransport } from '../transport/http.ts';
import { newRecording, type Recording, type RecordPlace } from '../record/keep.ts';
import { newKeeper, type Keeper } from './keeper.ts';
import type { Prepared } from './prepared.ts';
import { timeFacts } from '../report/timing.ts';
import { rowTiming } from './event-times.ts';
import type { StreamSpec } from './spec.ts';
import { fingerprintOf, streamId } from './state.ts';
import type { Surroundings } from './observers.ts';
import { newLogs, type Logs } from './logs.ts';

/** A stream that is ready to start, with its report and its resources. */
export interface Ready extends Omit<Logs, 'open' | 'close'> {
  readonly spec: StreamSpec;
  readonly prepared: Prepared;
  readonly report: Report;
  /** What the report shows at the start. */
  readonly facts: Facts;
  /** Saves its progress, if it has a state file. */
  readonly keeper: Keeper | undefined;
  /** Records what becomes of its rows, if that is asked for. */
  readonly recording: Recording | undefined;
  /** Changes it while it runs, if keys or the control port may. */
  readonly steering: Steering | undefined;
  /** Prints its notes and opens the files besides those of the rows. @throws DeliveryError if one cannot be opened */
  begin(): Promise<void>;
  /**
   * Begins, and opens the destination.
   *
   * @throws DeliveryError if the destination cannot be opened
   */
  open(): Promise<Connection>;
  /** Sends the rows until the stream ends, and reports its end. Absent: over the connection. */
  deliver?(surroundings: Surroundings): Promise<End>;
  /** Records that nothing was sent, if a record is asked for. Returns why that failed. */
  recordNothing(): DeliveryError | undefined;
  /** Closes connections and files. */
  close(): Promise<void>;
}

/** The main thread saves where the log of its threads ends. */
const IN_MAIN_THREAD = { path: '', bytes: 0 };

/** What a stream needs of its process. */
interface Outside {
  readonly terminal: Terminal;
  readonly reports: Reports;
  /** Called before rows go to standard output. */
  readonly onRows: () => void;
  /** Where its record is kept. Absent: there is none. */
  readonly record?: RecordPlace | undefined;
  /** Takes the dead letters of a thread. Absent: they go to a file. */
  readonly onLetters?: ((lines: string) => void) | undefined;
}

/** The stream, recorded if that is asked for. */
function recorded(
  { slot }: StreamSpec,
  prepared: Prepared,
  record: RecordPlace | undefined,
): { readonly prepared: Prepared; readonly recording: Recording | undefined } {
  const recording = record && newRecording(prepared, record, slot !== undefined);
  return { recording, prepared: recording === undefined ? prepared : { ...prepared, rows: recording.rows } };
}

/** What no message about a stream may contain. What is a part of the host is shown with it. */
export function secretsIn({ destination, hidden = [] }: StreamSpec, config: unknown): readonly string[] {
  const host = destination.host(config) ?? destination.title;
  return [...secretsOf(destination, config), ...hidden.filter((value) => !host.includes(value))];
}

/** What a report shows at the start of a stream. */
export const factsOf = (
  { destination, options }: StreamSpec,
  { config, schemaName, pace, plannedRows, time, seed }: Prepared,
): Facts => ({
  schema: schemaName,
  to: destination.host(config) ?? destination.title,
  perSecond: pace.perSecond,
  limit: plannedRows,
  time: time === undefined ? undefined : timeFacts(time),
  durationMs: options.duration,
  seed,
});

/** Makes a stream ready, without opening or sending anything. */
export function ready(
  spec: StreamSpec,
  given: Prepared,
  { terminal, reports, onRows, record, onLetters }: Outside,
): Ready {
  const { recording, prepared } = recorded(spec, given, record);
  const { destination, name, options, isSteered = false, slot } = spec;
  const { config, fingerprint, local, notes } = prepared;
  const { seed, time, format } = prepared;
  const secrets = [...secretsIn(spec, config)];
  const report = reports.of(name, secrets);
  const hide = (text: string): string => redact(text, secrets);
  const logs = newLogs(spec, prepared, { report, hide, onLetters });
  const { faultFile, writeLogs } = logs;
  const faultsEnd = () =>
    options.faultsLog === undefined ? undefined : (faultFile?.place ?? IN_MAIN_THREAD);
  const { onFailure, timeout } = options;
  const { abort: abandon } = terminal.interrupt;
  const keeper =
    slot === undefined
      ? undefined
      : newKeeper(slot, prepared, { onFailure, timeout, report, writeLogs, faultsEnd, hide, abandon });
  const transport = newTransport();
  const env: DestinationEnv = {
    http: transport.http,
    now: Date.now,
    random: Math.random,
    write(lines) {
      onRows();
      return terminal.out.write(lines, true).catch(failWriting);
    },
    note: (text) => report.note(hide(text)),
    format: rowFormat(format?.plan),
    toLocal: prepared.toLocal,
    awsKeys: prepared.awsKeys && noting(prepared.awsKeys, secrets),
    describeRows: () => describe(prepared.schema),
    stream: {
      id: streamId(
        time === undefined ? fingerprint : fingerprintOf([fingerprint, rowTiming(time.given)]),
        seed,
        name,
      ),
      rowNumber: prepared.positionOf,
    },
  };
  let endGenerating: (() => Promise<void>) | undefined;
  const begin = async (): Promise<void> => {
    notes.forEach((note) => report.note(hide(note)));
    await logs.open();
  };
  return {
    spec,
    prepared,
    report,
    facts: factsOf(spec, prepared),
    keeper,
    recording,
    faultFile,
    deadLetters: logs.deadLetters,
    onOutcome: logs.onOutcome,
    writeLogs,
    steering: isSteered ? newSteering(spec, prepared, { keeper, report }) : undefined,
    begin,
    async open() {
      // Before the destination, so that a failure leaves no open connection.
      await begin();
      endGenerating = prepared.startGenerating?.((text) => report.note(text));
      return withRoutes(
        local === undefined
          ? await destination.open(config, env)
          : await local.open(keeper?.bookmark, env.format),
      );
    },
    recordNothing: () => recording?.finish(),
    async close() {
      keeper?.close();
      logs.close();
      await Promise.all([endGenerating?.(), transport.close()]);
    },
  };
}

/** @throws DeliveryError for a failed write to standard output */
function failWriting(cause: unknown): never {
  const code = errorCode(cause);
  const isGone = code === 'EPIPE';
  const isClosed = code === 'EBADF';
  throw new DeliveryError(
    'not-found',
    isGone ? 'Nobody reads stdout any more' : 'Could not write to stdout',
    {
      ...(isGone ? {} : { detail: writingFailure(cause) }),
      ...(!isClosed && { hint: 'The events of the last write may have been read in part.' }),
      uncertain: !isClosed,
      cause,
    },
  );
}
