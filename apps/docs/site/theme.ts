import type { CatalogueEntry } from './types.ts';
import type { Group } from './structure.ts';

/** What the theme knows beside the page at hand. */
export interface SiteTheme {
  readonly groups: readonly Group[];
  /** Empty: no Source link. */
  readonly repository: string;
  /** The mark, as SVG. */
  readonly mark: string;
  readonly catalogue: readonly CatalogueEntry[];
}
