import {
  DeliveryError,
  redact,
  secretsOf,
  type Connection,
  type DestinationEnv,
} from '@catbird/core/internal/destinations';
import { describe, rowFormat, systemClock, type RunOptions } from '@catbird/core/internal/engine';
import { withRoutes } from '@catbird/core/internal/delivery';
import { newSteering, type Steering } from '../control/steering.ts';
import { errorCode, writingFailure } from '../files/error-code.ts';
import type { End, Facts, Report, Reports } from '../report/report.ts';
import type { Terminal } from '../terminal.ts';
import { newTransport } from '../transport/http.ts';
import { newRecording, type Recording, type RecordPlace } from '../record/recording.ts';
import { newKeeper, type Keeper } from './keeper.ts';
import type { Prepared } from './prepared.ts';
import { timeFacts } from '../report/timing.ts';
import { rowTiming } from './row-timing.ts';
import type { StreamSpec } from './spec.ts';
import { fingerprintOf, streamId } from './state.ts';
import type { Surroundings } from './surroundings.ts';
import { letterLines } from './dead-letter.ts';
import { newDeadLetterFile, type DeadLetterFile } from './dead-letter-file.ts';
import { sentAgain } from './dead-letter-resume.ts';
import { newFaultFile, type FaultFile } from './fault-file.ts';

/** A stream that is ready to start, with its report and its resources. */
export interface Ready {
  readonly spec: StreamSpec;
  readonly prepared: Prepared;
  readonly report: Report;
  /** What the report shows at the start. */
  readonly facts: Facts;
  /** Saves its progress, if it has a state file. */
  readonly keeper: Keeper | undefined;
  /** Records what becomes of its rows, if that is asked for. */
  readonly recording: Recording | undefined;
  /** The file of its fault log, if it has one. That of threads is the main thread's. */
  readonly faultFile: FaultFile | undefined;
  /** The file of its dead letters, if it has one. That of threads is the main thread's. */
  readonly deadLetters: DeadLetterFile | undefined;
  /** Takes what became of rows, if there are to be dead letters. */
  readonly onOutcome: RunOptions['onOutcome'];
  /** Writes the dead letters so far, and the fault log up to a row. False if that is not possible now. */
  readonly writeLogs: (upTo: number) => boolean;
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

/** Makes a stream ready, without opening or sending anything. */
export function ready(
  spec: StreamSpec,
  given: Prepared,
  { terminal, reports, onRows, record, onLetters }: Outside,
): Ready {
  const { recording, prepared } = recorded(spec, given, record);
  const { destination, name, options, isSteered = false, slot, hidden = [] } = spec;
  const { config, fingerprint, hasRows, faultLog, local, notes, schemaName, pace, plannedRows } = prepared;
  const { seed, time, format } = prepared;
  const host = destination.host(config) ?? destination.title;
  // What is a part of the host is shown with it.
  const secrets = [...secretsOf(destination, config), ...hidden.filter((value) => !host.includes(value))];
  const report = reports.of(name, secrets);
  const { faultsLog } = options;
  const hasState = slot !== undefined;
  const faultFile =
    faultsLog === undefined || spec.worker !== undefined
      ? undefined
      : newFaultFile(faultsLog, { report, clock: systemClock, hasState });
  const { deadLetter } = options;
  const deadLetters =
    deadLetter === undefined || spec.worker !== undefined
      ? undefined
      : newDeadLetterFile(deadLetter, { report, hasState });
  const writeLogs = (upTo: number): boolean => {
    faultLog?.upTo(upTo);
    // Both, though one may fail.
    const [hasLetters, hasFaults] = [deadLetters?.flush() ?? true, faultFile?.flush() ?? true];
    return hasLetters && hasFaults;
  };
  const faultsEnd = () => (faultsLog === undefined ? undefined : (faultFile?.place ?? IN_MAIN_THREAD));
  const { onFailure, timeout } = options;
  const hide = (text: string): string => redact(text, secrets);
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
  const letters = { numberOf: prepared.positionOf, isJson: format === undefined, hide, now: Date.now };
  const addLetters = deadLetter === undefined ? undefined : (onLetters ?? deadLetters?.append);
  const begin = async (): Promise<void> => {
    notes.forEach((note) => report.note(hide(note)));
    await deadLetters?.open(sentAgain(prepared, prepared.workers.mode === 'send'));
    if (faultFile === undefined) return;
    faultFile.open(hasRows, prepared.faultPlace);
    faultLog?.to(faultFile.append);
  };
  return {
    spec,
    prepared,
    report,
    facts: {
      schema: schemaName,
      to: host,
      perSecond: pace.perSecond,
      limit: plannedRows,
      time: time === undefined ? undefined : timeFacts(time),
      durationMs: options.duration,
      seed,
    },
    keeper,
    recording,
    faultFile,
    deadLetters,
    onOutcome:
      addLetters &&
      ((batch, outcome, reason) => {
        const lines = letterLines(batch, outcome, reason, letters);
        if (lines !== '') addLetters(lines);
      }),
    writeLogs,
    steering: isSteered ? newSteering(name, prepared, options, { keeper, report }) : undefined,
    begin,
    async open() {
      // Before the destination, so that a failure leaves no open connection.
      await begin();
      endGenerating = prepared.startGenerating?.((text) => report.note(text));
      if (local !== undefined) return local.open(keeper?.bookmark, env.format);
      return withRoutes(await destination.open(config, env));
    },
    async close() {
      keeper?.close();
      faultFile?.close();
      deadLetters?.close();
      await Promise.all([endGenerating?.(), transport.close()]);
    },
  };
}

/** @throws DeliveryError for a failed write to standard output */
function failWriting(cause: unknown): never {
  const isGone = errorCode(cause) === 'EPIPE';
  throw new DeliveryError(
    'not-found',
    isGone ? 'Nobody reads stdout any more' : 'Could not write to stdout',
    {
      ...(isGone ? {} : { detail: writingFailure(cause) }),
      hint: 'The events of the last write may have been read in part.',
      uncertain: true,
      cause,
    },
  );
}
