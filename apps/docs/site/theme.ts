import type { CatalogueEntry } from './types.ts';
import type { Group } from './structure.ts';

/** Data for the theme beyond the current page. */
export interface SiteTheme {
  readonly groups: readonly Group[];
  /** The repository's address; empty for no Source link. */
  readonly repository: string;
  /** The logo as SVG. */
  readonly mark: string;
  readonly catalogue: readonly CatalogueEntry[];
}
