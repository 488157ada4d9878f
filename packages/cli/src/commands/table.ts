import type { Command } from '../command.ts';

/** A command as the overview knows it. Its flags and what it does load when it is used, so that `catbird --help` starts at once. */
export interface Entry {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Its heading in the overview. */
  readonly group: string;
  readonly load: () => Promise<Command>;
}

/** The commands that send events nowhere. Those that do, one per destination, are derived from the destinations. */
export const commands: readonly Entry[] = [
  {
    name: 'sample',
    summary: 'Prints rows as fast as it can.',
    group: 'Look',
    load: async () => (await import('./sample.ts')).sample,
  },
];
