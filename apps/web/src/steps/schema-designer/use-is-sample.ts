import type { Issue } from '@catbird/core';
import { useEffect, useState } from 'react';

/** Whether a text with errors is no schema but a sample of events or a definition of them. */
export function useIsSample(content: string, issues: readonly Issue[]): boolean {
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
