import { useEffect, useRef, useState } from 'react';

/**
 * Names of chosen columns; undefined: none are chosen. A new run, whose events are counted from 0, begins without a choice.
 *
 * @param total events so far
 */
export function useChoice(total: number) {
  const [chosen, choose] = useState<readonly string[]>();
  const before = useRef(total);
  useEffect(() => {
    if (total < before.current) choose(undefined);
    before.current = total;
  }, [total]);
  return [chosen, choose] as const;
}
