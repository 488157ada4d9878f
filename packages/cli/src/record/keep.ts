import { invalid, type Result } from '@catbird/engine';
import { DeliveryError, type Connection, timedRows } from '@catbird/send';
import { nothingSent, type RecordedPart, newRecorder } from '@catbird/stream';
import { writingFailure } from '../files/error-code.ts';
import { keptTime } from '../stream/checkpoint.ts';
import { startsIn } from '../stream/keeper.ts';
import type { Prepared } from '../stream/prepared.ts';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import { earlierRecord, writeRecord, type RecordedStream } from './record-file.ts';

/** The record of the streams of a process, in its file. */
export interface RecordKeeper {
  /**
   * The place of a stream's record, with what earlier processes have recorded if this one goes on with the stream.
   *
   * @param shard of a thread. Default: that of the process
   */
  readonly placeOf: (spec: StreamSpec, prepared: Prepared, shard?: RecordedPart['shard']) => RecordPlace;
}

/** Options that say where and how a stream runs, not which rows it has. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'record',
  'state',
  'resend',
  'shard',
  'workers',
  'startAt',
  'faultsLog',
  'deadLetter',
  'digest',
  'controlPort',
  'metricsPort',
  'metricsHost',
  'json',
  'quiet',
  'logs',
  'format',
  'types',
]);

/** Keeps the record of all streams of this process in a file. */
function recordIn(file: string): Result<{ readonly keeper: RecordKeeper }> {
  if (file.includes('{{'))
    return invalid('--record names a file to write. For what each event becomes in HTTP, use --row');
  const found = earlierRecord(file);
  if (!found.ok) return found;
  const streams = new Map<string, RecordedStream>();
  for (const each of found.record?.streams ?? []) streams.set(each.name ?? '', each);
  const isSame = (recorded: RecordedStream | undefined, prepared: Prepared): recorded is RecordedStream =>
    recorded?.seed === prepared.seed && recorded.fingerprint === prepared.rowsHash;
  const begun = new Set<string>();
  const save = (spec: StreamSpec, prepared: Prepared, part: RecordedPart): void => {
    const name = spec.name ?? '';
    const recorded = streams.get(name);
    const keeps = isSame(recorded, prepared) && (prepared.isResumed || begun.has(name));
    begun.add(name);
    const others = keeps ? recorded.parts.filter((each) => !isShard(each, part.shard)) : [];
    streams.set(name, { ...streamOf(spec, prepared), parts: [...others, part] });
    try {
      writeRecord(file, { streams: [...streams.values()] });
    } catch (cause) {
      throw new DeliveryError('not-found', `--record ${file} cannot be written`, {
        detail: writingFailure(cause),
        hint: 'Make room, or choose another file.',
        cause,
      });
    }
  };
  return {
    ok: true,
    keeper: {
      placeOf(spec, prepared, shard = prepared.shard ?? null) {
        const recorded = streams.get(spec.name ?? '');
        const own = isSame(recorded, prepared)
          ? recorded.parts.find((part) => isShard(part, shard))
          : undefined;
        return {
          before: (prepared.isResumed ? own : undefined) ?? nothingSent(shard),
          save: (part) => save(spec, prepared, part),
        };
      },
    },
  };
}

/** The records that these streams keep, by their files. */
export function recordsOf(
  specs: readonly StreamSpec[],
): Result<{ readonly records: ReadonlyMap<string, RecordKeeper> }> {
  const records = new Map<string, RecordKeeper>();
  for (const file of new Set(specs.flatMap(({ options }) => options.record ?? []))) {
    const made = recordIn(file);
    if (!made.ok) return made;
    records.set(file, made.keeper);
  }
  return { ok: true, records };
}

const isShard = ({ shard }: RecordedPart, other: RecordedPart['shard']): boolean =>
  JSON.stringify(shard) === JSON.stringify(other);

function streamOf(
  { name, destination, source, entitiesSource, incidents, options }: StreamSpec,
  prepared: Prepared,
): Omit<RecordedStream, 'parts'> {
  const {
    seed,
    rowsHash: fingerprint,
    time,
    faulty,
    incidents: hand,
    splitBy,
    wholeRows,
    types,
    format,
  } = prepared;
  return {
    name: name ?? null,
    destination: destination.command,
    seed,
    fingerprint,
    time: keptTime(time),
    faultChanges: faulty?.changes ?? [],
    started: startsIn(hand),
    splitBy: splitBy ?? null,
    rows: wholeRows < 0 ? null : wholeRows,
    source,
    ...(entitiesSource && { entities: entitiesSource }),
    ...(incidents && { incidents }),
    ...(types.length > 0 && { types }),
    ...(format && { format: { name: format.name, ...nullIn(options.format) } }),
    options: Object.fromEntries(
      Object.entries(options).filter(([key]) => !LEFT_OUT.has(key)),
    ) as StreamOptions,
  };
}

const nullIn = (format: StreamOptions['format']): { readonly null?: string } => {
  const mark = format?.['null'];
  return typeof mark === 'string' ? { null: mark } : {};
};

/** Where the record of a stream is kept. */
export interface RecordPlace {
  /** What earlier processes have recorded. */
  readonly before: RecordedPart;
  /** @throws DeliveryError if it cannot be saved */
  readonly save: (part: RecordedPart) => void;
}

/** Records a stream while it runs. */
export interface Recording {
  readonly rows: Prepared['rows'];
  readonly watch: (connection: Connection) => Connection;
  /** Saves all that is known, once the stream has ended. Returns why that, or an earlier save, failed. */
  readonly finish: () => DeliveryError | undefined;
}

const SAVE_MS = 2000;

/** Records what becomes of the rows of a stream. @param hasState whether the stream has a state, too */
export function newRecording(
  { rows, pace, remaining }: Prepared,
  { before, save }: RecordPlace,
  hasState: boolean,
): Recording {
  const recorder = newRecorder(before, { perSecond: pace.perSecond, remaining, keep: save, now: Date.now });
  let timer: NodeJS.Timeout | undefined;
  let failure: DeliveryError | undefined;
  const trying = (part: RecordedPart): void => {
    try {
      save(part);
      failure = undefined;
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      failure = error;
    }
  };
  return {
    // With a state, rows of a second have the same time already.
    rows: hasState
      ? recorder.rows(rows)
      : timedRows(recorder.rows(rows), [], { perSecond: pace.perSecond }).rows,
    watch(connection) {
      timer = setInterval(() => trying(recorder.soFar()), SAVE_MS);
      const watched = recorder.watch(connection);
      return {
        send: (batch, options) => watched.send(batch, options),
        async close() {
          clearInterval(timer);
          await watched.close();
        },
      };
    },
    finish() {
      clearInterval(timer);
      trying(recorder.part());
      return failure;
    },
  };
}
