/** What a flag's text meant: a value, or why not, as in "--limit **must be a whole number**". */
export type Reading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string };

/** One flag of a command. Its name, in camelCase, is its key; on the command line `--apiKey` and `--api-key` are the same. */
export interface Flag<Value = unknown> {
  /** One sentence. */
  readonly help: string;
  /** What stands for the value in help: `FILE`. Absent for a switch, which takes none and may be turned off by `--no-…`. */
  readonly value?: string;
  /** One letter: `n` for `-n`. */
  readonly short?: string;
  /** Its heading in help. */
  readonly group: string;
  /** Environment variables that give it when the command line does not; the first that is set counts. */
  readonly env?: readonly string[];
  /** What holds when it is not given, for help. */
  readonly default?: string;
  /** May be given many times; its value is the list. */
  readonly many?: boolean;
  /** JSON Schema of its value in a config file. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Reads the text that was given; a switch is given `true` or `false`. */
  read(text: string): Reading<Value>;
}

/** Flags by their names. */
export type Flags = Readonly<Record<string, Flag>>;

/** What was given for each flag; `undefined` where nothing was. */
export type Values<Given extends Flags> = {
  readonly [Name in keyof Given]: Given[Name] extends Flag<infer Value> ? Value | undefined : never;
};

/** What a flag is besides how it is read. */
export type FlagParts = Omit<Flag, 'read' | 'value' | 'schema' | 'many'>;
