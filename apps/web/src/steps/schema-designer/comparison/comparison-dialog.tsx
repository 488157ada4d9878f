import type { Spread } from '@catbird/engine';
import { comparisonSummary, type Comparison } from '@catbird/infer';
import { useEffect, useState } from 'react';
import { Tick } from '../../../ui/index.ts';
import { useModal } from '../../../ui/use-modal.ts';
import type { GeneratedRows } from '../../../worker/schema-protocol.ts';
import type { KeptSample } from '../../../state/kept-sample.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { issuesText } from './words.ts';
import '../../../ui/dialog.css';
import '../sample/sample.css';
import './comparison-dialog.css';

/** A comparison that was asked for. */
export type ComparisonState =
  | { readonly kind: 'working' }
  | { readonly kind: 'done'; readonly comparison: Comparison }
  | { readonly kind: 'failed'; readonly message: string };

/** Generates rows and compares them with a sample, once. */
export function useComparison(
  { reader, table, spread }: KeptSample,
  rows: (spread: Spread) => Promise<GeneratedRows>,
): ComparisonState {
  const [state, setState] = useState<ComparisonState>({ kind: 'working' });
  useEffect(() => {
    const mounted = new AbortController();
    const show = (next: ComparisonState): void => {
      if (!mounted.signal.aborted) setState(next);
    };
    const compare = async (): Promise<ComparisonState> => {
      const generated = await rows(spread).catch(failure);
      if (generated.kind === 'issues') return { kind: 'failed', message: issuesText(generated.issues) };
      if (generated.kind === 'failed') {
        const reason = generated.message.replace(/\.$/, '');
        return { kind: 'failed', message: `Generating rows failed: ${reason}.` };
      }
      return { kind: 'done', comparison: await reader.compare({ table, lines: generated.lines }) };
    };
    void compare().catch(failure).then(show);
    return () => mounted.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens
  }, []);
  return state;
}

const failure = (error: unknown) => ({
  kind: 'failed' as const,
  message: error instanceof Error ? error.message : String(error),
});

/** Compares rows of the schema with the sample that it was made from. Neither leaves the browser. */
export function ComparisonDialog({
  sample,
  rows,
  onClose,
}: {
  readonly sample: KeptSample;
  /** Generates rows of the schema. */
  readonly rows: (spread: Spread) => Promise<GeneratedRows>;
  readonly onClose: () => void;
}) {
  const modal = useModal(onClose);
  const state = useComparison(sample, rows);
  return (
    <dialog className="dlg" aria-labelledby="comparison-title" {...modal.props}>
      <div className="dlg-head">
        <div>
          <h2 id="comparison-title">Sample and generated rows</h2>
          <p>How far the rows of this schema are from your sample, field by field and rule by rule.</p>
        </div>
        <button className="mini" type="button" onClick={modal.close}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      <p role="status" className="here">
        {statusOf(state)}
      </p>
      {state.kind === 'failed' && (
        <p className="here" role="alert">
          <Tick tone="failed" />
          <span>{state.message}</span>
        </p>
      )}
      {state.kind === 'done' && <ComparisonTable comparison={state.comparison} />}
      <div className="dlg-foot">
        <span>
          Distance: 0 is the same distribution, 1 has nothing in common. Differences explained by chance count
          as alike. Rows are generated over the time of the sample.
        </span>
      </div>
    </dialog>
  );
}

function statusOf(state: ComparisonState): string {
  if (state.kind === 'working') return 'Generating rows and comparing them';
  return state.kind === 'done' ? comparisonSummary(state.comparison) : '';
}
