import { DeliveryError, type Connection, type Progress } from '@catbird/send';
import { addedDigests } from '../digest/digest.ts';
import { EXIT } from '../exit-codes.ts';
import { messageOf } from '../files/error-code.ts';
import { whenAborted } from '../interrupt.ts';
import { endObject } from '../report/json-report.ts';
import type { End, PartFacts, WorkerEnd } from '../report/report.ts';
import { endOf, failedBy } from '../stream/deliver.ts';
import type { RecordKeeper, RecordPlace } from '../record/keep.ts';
import { saveLast } from '../stream/checkpoint.ts';
import { startObservers, type Surroundings } from '../stream/observers.ts';
import type { Ready } from '../stream/open.ts';
import type { State } from '../stream/state.ts';
import { TakenError } from '../stream/store/slot.ts';
import { joined, partsOf } from './shards.ts';
import type { Order } from './protocol.ts';
import { startSender, type Sender } from './sender.ts';
import { faultsOf, reasonOf, sumOf, summaryOfAll } from './sum.ts';

/** A stream that threads send, each a part of its rows over a connection of its own. To all others it is one stream. */
export function withWorkers(own: Ready, record?: RecordKeeper): Ready {
  const { prepared, report, faultFile, deadLetters } = own;
  const parts = partsOf(prepared);
  let senders: readonly Sender[] = [];
  const tell = (order: Order): void => senders.forEach((each) => each.tell(order));
  const states = stateSaver(own, parts, { tell, tellOne: (index, order) => senders[index]?.tell(order) });
  const onError = errorOnce(own);

  let recordError: DeliveryError | undefined;
  const placeFor = ({ shard }: State): RecordPlace | undefined => {
    const place = record?.placeOf(own.spec, prepared, shard);
    return (
      place && {
        before: place.before,
        save(part) {
          try {
            place.save(part);
            recordError = undefined;
          } catch (error) {
            if (!(error instanceof DeliveryError)) throw error;
            recordError = error;
          }
        },
      }
    );
  };

  const start = async (): Promise<void> => {
    const { count } = prepared.workers;
    senders = parts.map((part, index) => {
      const state = prepared.isResumed ? part : undefined;
      return startSender(
        own,
        { index, count },
        {
          state,
          save: (given) => states.save(index, given),
          log: (lines) => states.log(index, lines),
          onLetters: (lines) => deadLetters?.append(lines),
          record: placeFor(part),
          onError,
        },
      );
    });
    await Promise.all(senders.map(({ opened }) => opened));
  };
  return {
    ...own,
    keeper: undefined,
    async open(): Promise<Connection> {
      await own.begin();
      try {
        await start();
      } catch (error) {
        tell({ kind: 'leave' });
        throw error;
      }
      return {
        send: () => Promise.reject(new Error('The threads send the rows')),
        close: async () => tell({ kind: 'leave' }),
      };
    },
    async deliver(surroundings) {
      const observers = startObservers({ ...own, keeper: undefined }, surroundings.onMetrics);
      const [startMs, startedMs] = [performance.now(), Date.now()];
      const reporting = setInterval(() => {
        const all = senders.flatMap(({ progress }) => progress ?? []);
        if (all.length > 0) observers.progress(since(startMs, sumOf(all)));
      }, observers.everyMs);
      follow(surroundings, tell);
      for (const { failed } of [faultFile, deadLetters].flatMap((each) => each ?? []))
        void whenAborted(failed).then(() => tell({ kind: 'stop', because: 'failed' }));
      const onEnd = ({ reason }: WorkerEnd): void => {
        if (reason === 'failed') tell({ kind: 'stop', because: 'failed' });
      };
      for (const { ended } of senders) void ended.then(onEnd);
      tell({ kind: 'go' });
      const ends = await Promise.all(senders.map(({ ended }) => ended));
      clearInterval(reporting);
      const sent = summaryOfAll(ends.map((each) => each.summary));
      observers.end(sent);
      faultFile?.finish();
      const summary = failedBy(sent, deadLetters?.error ?? faultFile?.error ?? recordError);
      const faults = faultsOf(ends.map((each) => each.faults));
      const judged = endOf(
        summary,
        summary.reason === 'failed' ? summary.reason : reasonOf(ends.map(({ reason }) => reason)),
        own,
        startedMs,
      );
      const end: End = {
        ...judged,
        part: { ...judged.part, owed: owedByAll(ends, judged.part), digest: digestOfAll(ends) },
        ...(faults === undefined ? {} : { faults }),
        ...(ends.some(({ exitCode }) => exitCode === EXIT.elsewhere) ? { exitCode: EXIT.elsewhere } : {}),
        workers: ends,
      };
      report.end(end);
      await states.finish(endObject(end), surroundings.abort);
      return end;
    },
    recordNothing() {
      for (const part of parts) {
        const place = placeFor(part);
        place?.save(place.before);
      }
      return recordError;
    },
    async close() {
      await Promise.all(senders.map((each) => each.close()));
      await own.close();
    },
  };
}

/** The digest of the rows of all threads; undefined if one has none. */
function digestOfAll(ends: readonly WorkerEnd[]): string | undefined {
  const digests = ends.flatMap(({ digest }) => digest ?? []);
  return digests.length === ends.length ? addedDigests(digests) : undefined;
}

/** The rows that all threads have left. Threads of a split stream find out how many rows are theirs. */
function owedByAll(ends: readonly WorkerEnd[], { splitBy, owed: whole }: PartFacts): number | null {
  const owed = ends.map((each) => each.owed);
  return splitBy !== undefined && owed.every((each) => typeof each === 'number')
    ? Math.min(
        whole ?? Infinity,
        owed.reduce((sum, each) => sum + each, 0),
      )
    : whole;
}

/** Progress as of now, however long ago the threads reported it. */
const since = (startMs: number, progress: Progress): Progress => ({
  ...progress,
  elapsedMs: performance.now() - startMs,
});

/** Passes on whatever ends the stream. */
function follow({ interrupt, othersFailed, abort }: Surroundings, tell: (order: Order) => void): void {
  void whenAborted(interrupt.stop).then(() => tell({ kind: 'stop', because: 'interrupted' }));
  void whenAborted(othersFailed).then(() => tell({ kind: 'stop', because: 'failed' }));
  void whenAborted(abort).then(() => tell({ kind: 'abort' }));
}

/** Reports an error that ends a stream once, though each thread may meet it. */
function errorOnce({ spec: { options }, report }: Ready): (error: DeliveryError, retried: boolean) => void {
  const reported = new Set<string>();
  return (error, retried) => {
    const text = `${error.message} ${error.detail}`;
    if (!retried && options.onFailure !== 'continue' && reported.has(text)) return;
    if (!retried) reported.add(text);
    report.error(error, retried);
  };
}

/** Saves the states of all threads as one. */
interface StateSaver {
  /** Replaces the state of a thread, and tells it when that is saved. */
  readonly save: (index: number, state: State) => void;
  /** Takes lines of the fault log of a thread: for its next state, if it has one. */
  readonly log: (index: number, lines: string) => void;
  /** Adds the summary of a stream that has ended, if others can read the state. */
  readonly finish: (summary: object, abandon: AbortSignal) => Promise<void>;
}

function stateSaver(
  { prepared, report, faultFile, deadLetters, spec: { slot } }: Ready,
  initial: readonly State[],
  to: {
    readonly tell: (order: Order) => void;
    readonly tellOne: (index: number, order: Order) => void;
  },
): StateSaver {
  const parts = [...initial];
  const pending = initial.map(() => '');
  const whole = (): State => ({
    ...joined(parts, prepared),
    faultLog: faultFile === undefined ? null : { ...faultFile.place, row: 0 },
  });
  let isLost = false;
  const lose = (cause: unknown): void => {
    isLost = true;
    to.tell({ kind: 'state-lost', message: messageOf(cause), isTaken: cause instanceof TakenError });
  };
  slot?.follow({ note: (text) => report.note(text), fail: lose });
  return {
    save(index, state) {
      faultFile?.append(pending[index] ?? '');
      pending[index] = '';
      // The state must not be ahead of the logs.
      if (deadLetters?.flush() === false) {
        lose(new Error('The dead letters cannot be written'));
        return;
      }
      if (faultFile?.flush() === false) {
        lose(new Error('The fault log cannot be written'));
        return;
      }
      parts[index] = state;
      try {
        slot?.save(whole());
      } catch (error) {
        lose(error);
        return;
      }
      const saved = (): void => to.tellOne(index, { kind: 'saved' });
      const saving = slot?.saved();
      if (saving === undefined) saved();
      else void saving.then(saved);
    },
    log(index, lines) {
      if (slot === undefined) faultFile?.append(lines);
      else pending[index] += lines;
    },
    async finish(summary, abandon) {
      if (slot?.isShared !== true || isLost || abandon.aborted) return;
      slot.save({ ...whole(), summary });
      const note = (text: string): void => report.note(text);
      await saveLast(slot, { fail: (error) => note(messageOf(error)), note, abandon });
    },
  };
}
