import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { newSampleReader, type SampleReader } from '../../../worker/sample-reader.ts';
import type { DraftedSchema, SampleReading } from '../../../worker/sample-protocol.ts';

/** A text or file to read. */
export interface SampleSource {
  readonly name: string;
  readonly blob: Blob;
}

/** What was read. */
export interface ReadSample {
  readonly source: SampleSource;
  readonly reading: SampleReading;
  /** The schema of the first table, as found. */
  readonly draft: DraftedSchema;
}

/** Where the dialog stands. */
export type Stage =
  | { readonly kind: 'asking'; readonly problem?: string }
  | {
      readonly kind: 'reading';
      readonly source: SampleSource;
      readonly bytes: number;
      /** It takes so long that progress is shown. */
      readonly isSlow: boolean;
    }
  | ({ readonly kind: 'reviewing' } & ReadSample);

/** Progress is shown after this time. */
const SLOW_MS = 300;

const ASKING: Stage = { kind: 'asking' };

/** Reads samples, one at a time. Its worker ends with the component, unless it is kept. */
export function useSample(): {
  readonly stage: Stage;
  readonly reader: SampleReader;
  readonly read: (source: SampleSource) => Promise<void>;
  readonly cancel: () => void;
  /** From now on, the worker does not end with the component. */
  readonly keep: () => void;
} {
  const reader = useMemo(() => newSampleReader(), []);
  const [stage, setStage] = useState<Stage>(ASKING);
  const isKept = useRef(false);
  useEffect(
    () => () => {
      if (!isKept.current) reader.stop();
    },
    [reader],
  );
  const source = stage.kind === 'reading' ? stage.source : undefined;
  useEffect(() => {
    if (source === undefined) return undefined;
    const timer = setTimeout(
      () => setStage((now) => (now.kind === 'reading' ? { ...now, isSlow: true } : now)),
      SLOW_MS,
    );
    return () => clearTimeout(timer);
  }, [source]);
  const read = useCallback(
    async (from: SampleSource) => {
      setStage({ kind: 'reading', source: from, bytes: 0, isSlow: false });
      const isCurrent = (now: Stage): boolean => now.kind === 'reading' && now.source === from;
      const settle = (next: Stage): void => setStage((now) => (isCurrent(now) ? next : now));
      try {
        const reading = await reader.read(from.blob, (bytes) =>
          setStage((now) => (now.kind === 'reading' && isCurrent(now) ? { ...now, bytes } : now)),
        );
        settle({ kind: 'reviewing', source: from, reading, draft: await reader.draft({ table: 0 }) });
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        settle({ kind: 'asking', problem });
      }
    },
    [reader],
  );
  const cancel = useCallback(() => {
    reader.stop();
    setStage(ASKING);
  }, [reader]);
  const keep = useCallback(() => {
    isKept.current = true;
  }, []);
  return { stage, reader, read, cancel, keep };
}
