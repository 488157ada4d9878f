import { landing } from 'virtual:landing-rows';
import { useEffect, useState } from 'react';
import type { ShownRows } from '../../gallery/shown-rows.ts';
import type { GeneratedRows } from '../../worker/schema-protocol.ts';
import type { BoxProps } from './box.tsx';

/** Rows of a schema, or why there are none. */
interface Answer {
  /** The name of a template, or Custom. */
  readonly template: string;
  readonly seed: string;
  readonly shown: ShownRows;
  readonly problem?: string;
}

const SHOWCASE: Answer = landing;

/** Rows to generate, evenly apart, in milliseconds. */
const SPREAD = { rows: 1000, stepMs: 400 };

/** Why no rows were made. */
const problemOf = (made: Exclude<GeneratedRows, { readonly kind: 'rows' }> | undefined): string =>
  (made?.kind === 'issues' ? made.issues[0]?.message : made?.message) ??
  'No rows could be made. Reload the page.';

/** The rows of what is chosen; those of the showcase as long as nothing is. Until rows are made, those before stay. */
export function useShown({ chosen, isLocked, onActions }: BoxProps, isUntouched: boolean): Answer {
  const [answer, setAnswer] = useState(SHOWCASE);
  const { template = '', content = '', seed = '' } = chosen ?? {};
  const isAsked = !isUntouched && !isLocked;
  useEffect(() => {
    if (!isAsked) return undefined;
    let isLatest = true;
    const settle = (found: Pick<Answer, 'shown'> | { readonly problem: string }): void => {
      if (isLatest) setAnswer((now) => ({ template, seed, shown: now.shown, ...found }));
    };
    const ask = async (): Promise<void> => {
      const [{ shownOf }, actions] = await Promise.all([import('../../gallery/shown-rows.ts'), onActions()]);
      const { rows, stepMs } = SPREAD;
      const lastMs = Date.now();
      const made = await actions?.rows({ rows, firstMs: lastMs - rows * stepMs, lastMs });
      if (made?.kind === 'rows') settle({ shown: shownOf((await made.lines.text()).trimEnd().split('\n')) });
      else settle({ problem: problemOf(made) });
    };
    ask().catch((error: unknown) =>
      settle({ problem: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isLatest = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- asked again for other rows only
  }, [isAsked, template, content, seed]);
  return isUntouched ? SHOWCASE : answer;
}
