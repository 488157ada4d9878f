import type { SchemaIssue } from '@catbird/engine';
import { useEffect, useState } from 'react';
import { Tick } from '../../ui/index.ts';

/** In place of many issues: the text is data, and a schema can be made from it. */
export const SampleOffer = ({ onMake }: { readonly onMake: () => void }) => (
  <div role="status" aria-label="Schema issues">
    <ul className="issues">
      <li className="note">
        <Tick tone="retried" />
        <span>
          <b>These are events or a definition, not a schema.</b>{' '}
          <button type="button" onClick={onMake}>
            Make a schema from this sample
          </button>
        </span>
      </li>
    </ul>
  </div>
);

/** Whether a text with errors is no schema but a sample of events or a definition of them. */
export function useIsSample(content: string, issues: readonly SchemaIssue[]): boolean {
  const [sample, setSample] = useState<string>();
  const hasErrors = issues.some(({ severity }) => severity === 'error');
  useEffect(() => {
    if (!hasErrors) return;
    import('./sample/guess.ts').then(
      ({ looksLikeSample }) => looksLikeSample(content) && setSample(content),
      // The issues stay.
      () => undefined,
    );
  }, [content, hasErrors]);
  return hasErrors && sample === content;
}

/** Characters from which a sample is not for the editor. */
const LONG = 2 ** 18;

/** Whether a text is too long for the editor, and begins as rows or a definition do: a schema is one object over several lines. */
export function isLongSample(text: string): boolean {
  if (text.length <= LONG) return false;
  const start = text.slice(0, LONG).trimStart();
  return !start.startsWith('{') || /^\{[^\n]*\}\r?\n\s*\{/.test(start);
}
