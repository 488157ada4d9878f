import { isObject, jsonOf } from '@catbird/engine';
import { looksLikeSample } from '@catbird/infer';
import type { KeptSample } from '../../state/kept-sample.ts';
import { newSampleReader } from '../../worker/sample-reader.ts';
import type { SampleReading } from '../../worker/sample-protocol.ts';

/** What was made of a text or a file. */
export interface ReadPaste {
  readonly schema: string;
  /** What it is, in a few words: `CSV, 2 events`. */
  readonly what: string;
  /** What was repaired or skipped: a sentence each. */
  readonly notes: readonly string[];
  /** A config with a stream for each of several tables. */
  readonly config: string | undefined;
  /** The sample, if it is one. */
  readonly sample: KeptSample | undefined;
  /** What a single event cannot tell: fields whose values were guessed from one. */
  readonly guessed: readonly string[];
}

/** Reads what is pasted or dropped, in the worker that reads samples. */
export interface PasteReader {
  /** @returns `config`: it is a config of streams. @throws an error that says what is wrong with it, and what to do */
  read(source: Blob): Promise<ReadPaste | 'config'>;
  stop(): void;
}

/** Characters that tell a config or a schema from a sample. */
const SNIFFED = 2 ** 18;
/** A guess from one value has no more confidence than this. */
const GUESSED = 0.5;

/** A reader, whose worker starts with the first text. */
export function newPasteReader(): PasteReader {
  const reader = newSampleReader();
  return {
    async read(source) {
      const start = await source.slice(0, SNIFFED).text();
      if (looksLikeConfig(start)) return 'config';
      if (isSchema(start))
        return {
          schema: start,
          what: 'A schema',
          notes: [],
          config: undefined,
          sample: undefined,
          guessed: [],
        };
      const reading = await reader.read(source, () => undefined);
      const { text, findings, spread } = await reader.draft({ table: 0 });
      const fields = findings.filter(({ kind }) => kind !== 'object').length;
      return {
        schema: text,
        what: `${whatText(reading)}, ${fields} ${fields === 1 ? 'field' : 'fields'}`,
        notes: reading.notes,
        config: reading.config,
        sample: spread && { reader, table: 0, only: reading.only, spread },
        guessed:
          reading.rows === 1
            ? findings.filter(({ confidence }) => confidence <= GUESSED).map(({ path }) => path)
            : [],
      };
    },
    stop: () => reader.stop(),
  };
}

/** Whether a text is a config of `catbird run`, in JSON or YAML: it has streams, or is one. An event may have streams, too. */
function looksLikeConfig(text: string): boolean {
  const keys = keysOf(text);
  const isStream = keys.includes('destination') && (keys.includes('template') || keys.includes('schema'));
  return isStream || (keys.includes('streams') && !looksLikeSample(text));
}

/** The keys at the top of an object. */
function keysOf(text: string): readonly string[] {
  const value = jsonOf(text);
  if (value !== undefined) return isObject(value) ? Object.keys(value) : [];
  return Array.from(text.matchAll(/^(?:\s*\{\s*)?("?)(\w+)\1\s*:/gm), ([, , key = '']) => key);
}

/** Whether a text is an object, but neither an event nor a definition. */
const isSchema = (text: string): boolean => isObject(jsonOf(text)) && !looksLikeSample(text);

function whatText({ format, rows, tables: [table = '', ...others] }: SampleReading): string {
  if (rows !== undefined) return `${format}, ${rows.toLocaleString('en')} ${rows === 1 ? 'event' : 'events'}`;
  return others.length > 0 ? `${format}, ${table} of ${others.length + 1} tables` : `${format}, ${table}`;
}
