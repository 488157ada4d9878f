import type { Comparison } from '@catbird/core/inference';
import { useEffect, useState } from 'react';
import type { GeneratedRows } from '../../../worker/schema-protocol.ts';
import type { KeptSample } from '../sample/kept-sample.ts';
import { issuesText } from './words.ts';

/** A comparison that was asked for. */
export type ComparisonState =
  | { readonly kind: 'working' }
  | { readonly kind: 'done'; readonly comparison: Comparison }
  | { readonly kind: 'failed'; readonly message: string };

/** Generates rows and compares them with a sample, once. */
export function useComparison(
  { reader, table }: KeptSample,
  rows: () => Promise<GeneratedRows>,
): ComparisonState {
  const [state, setState] = useState<ComparisonState>({ kind: 'working' });
  useEffect(() => {
    const mounted = new AbortController();
    const show = (next: ComparisonState): void => {
      if (!mounted.signal.aborted) setState(next);
    };
    const compare = async (): Promise<ComparisonState> => {
      const generated = await rows().catch(failure);
      if (generated.kind === 'issues') return { kind: 'failed', message: issuesText(generated.issues) };
      if (generated.kind === 'failed') {
        const reason = generated.message.replace(/\.$/, '');
        return { kind: 'failed', message: `Generating rows failed: ${reason}.` };
      }
      return { kind: 'done', comparison: await reader.compare(table, generated.lines) };
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
