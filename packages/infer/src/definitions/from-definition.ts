import type { Written } from './config.ts';
import type { TableDraft } from './drafts.ts';

/** A schema or a config from a definition, and what of the definition was not understood. */
export type FromDefinition = Written & {
  /** What people call its language: `JSON Schema`. */
  readonly format: string;
  readonly tables: number;
  /** What it defines: `3 tables`, `1 template`. */
  readonly contents: string;
  /** Each table as a schema of its own. */
  readonly drafts: readonly TableDraft[];
  readonly notes: readonly string[];
};
