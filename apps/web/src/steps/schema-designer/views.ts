import type { Sample } from '../../state/state.ts';
import type { DataProfile, SourceRequest } from '../../worker/schema-protocol.ts';

/** A view of the preview: the first row, the first ten, or statistics on the fields. */
export type ViewName = 'row' | 'table' | 'fields';

/** What the preview asks of the page. */
export interface PreviewActions {
  changeSeed(seed: string): void;
  newSeed(): Promise<void>;
  profile(sample: Sample, onlyRows: boolean): Promise<DataProfile>;
  source(): SourceRequest;
}
