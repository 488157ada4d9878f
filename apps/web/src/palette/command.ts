/** A key with its modifiers, or two keys in a row: `['Ctrl', 'K']`, `['G', '1']`. */
export type Keys = readonly string[];

/** Where the sheet lists a command. */
export type CommandGroup = 'Anywhere' | 'Preview' | 'While running';

/** Something that the user can do from the palette, by keys, or both. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** What it does or shows now. */
  readonly detail?: string | undefined;
  readonly group: CommandGroup;
  /** The palette lists places apart. */
  readonly isPlace?: true;
  readonly keys?: Keys;
  /** Why it cannot run now; undefined if it can. */
  readonly blocked?: string | undefined;
  run(): void;
}
