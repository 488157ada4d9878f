import type { Reading } from '../time/reading.ts';

/** One flag of a command, which is also a key of a config. Its name is in camelCase; on the command line, `--apiKey` and `--api-key` are the same. */
export interface Flag<Value = unknown> {
  /** One sentence. */
  readonly help: string;
  /** Placeholder of the value in help: `FILE`. Absent for a switch, which has no value and can be turned off with `--no-…`. */
  readonly value?: string;
  /** One letter: `n` for `-n`. */
  readonly short?: string;
  /** Its heading in help. */
  readonly group: string;
  /** Environment variables to use if the command line does not set it. The first one set applies. */
  readonly env?: readonly string[];
  /** Its default, as shown in help. */
  readonly default?: string;
  /** Whether it may be repeated; its value is then a list. */
  readonly many?: boolean;
  /** JSON Schema of its value in a config file. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Reads its text. A switch reads `true` or `false`. */
  read(text: string): Reading<Value>;
  /** Reads its value in a config file, if that may be an object or an array. Default: the text of a plain value is read. */
  readConfig?(value: unknown): Reading<Value>;
}

/** Flags by name. */
export type Flags = Readonly<Record<string, Flag>>;

/** The value of each flag; `undefined` if not set. */
export type Values<Given extends Flags> = {
  readonly [Name in keyof Given]: Given[Name] extends Flag<infer Value> ? Value | undefined : never;
};

/** A flag without its reader. */
export type FlagParts = Omit<Flag, 'read' | 'readConfig' | 'value' | 'schema' | 'many'>;
