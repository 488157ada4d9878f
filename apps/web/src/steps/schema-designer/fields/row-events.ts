import type { Command, Move } from './commands.ts';

/** What a row tells the table. The object stays the same, so that rows are drawn again only if they change. */
export interface RowEvents {
  run(id: string, command: Command | Move): void;
  /** Gives a field a name; returns what is wrong with it, if it is. */
  rename(id: string, name: string): string | undefined;
  /** The name, the menu or the like is closed. */
  close(id: string): void;
  /** Applies the repair of the row's problem. */
  fix(id: string): void;
  activate(id: string): void;
  /** A pointer has pressed the grip: it drags the field. */
  grab(id: string, grip: HTMLElement, pointerId: number): void;
}

/** What of a row is open. */
export type RowMode = 'naming' | 'menu' | undefined;
