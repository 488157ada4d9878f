import { useEffect, useState, type RefObject } from 'react';
import type { FieldNode } from '../../../schema-text/fields.ts';

/** Fields that are drawn together or not at all. */
export const BLOCK = 20;
/** A table of so many fields is drawn whole, so that browsers find text in all of it. */
const WHOLE = 60;
/** How far beyond what can be seen fields are drawn, in pixels. */
const MARGIN = 400;

/** The block of the field at an index of the table. */
export const blockOf = (index: number): number => Math.floor(index / BLOCK);

/**
 * The blocks of a table to draw: those that can be seen, and those of fields in use, so that the focus and what is being typed last
 * while the table scrolls. An element of class `ft-block` marks where each block begins.
 *
 * @param inUse ids of fields
 */
export function useDrawn(
  scroller: RefObject<HTMLElement | null>,
  visible: readonly FieldNode[],
  inUse: readonly (string | undefined)[],
): ReadonlySet<number> {
  const blocks = blockOf(visible.length - 1) + 1;
  const near = useNear(scroller, visible.length > WHOLE ? blocks : 0);
  if (visible.length <= WHOLE) return new Set(Array.from({ length: blocks }, (_, block) => block));
  const used = visible.flatMap(({ id }, i) => (inUse.includes(id) ? [blockOf(i)] : []));
  return new Set([...near, ...used]);
}

/** The blocks that can be seen, or soon. @param blocks how many there are; 0 looks at none */
function useNear(scroller: RefObject<HTMLElement | null>, blocks: number): readonly number[] {
  const [near, setNear] = useState<readonly number[]>([0, 1]);
  useEffect(() => {
    const root = scroller.current;
    if (root === null || blocks === 0) return undefined;
    const look = (): void => {
      // A hidden table keeps its rows, to have them when it shows again.
      if (root.clientHeight === 0) return;
      const found = blocksIn(root);
      setNear((before) => (before.join() === found.join() ? before : found));
    };
    let frame = 0;
    const onScroll = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    root.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(look);
    for (const element of [root, ...root.querySelectorAll('.ft')]) observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      root.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, blocks]);
  return near;
}

/** The blocks within what a table shows, and around it. */
function blocksIn(root: HTMLElement): readonly number[] {
  const { top, bottom } = root.getBoundingClientRect();
  const begins = Array.from(root.querySelectorAll('.ft-block'), (block) => block.getBoundingClientRect().top);
  return begins.flatMap((begin, n) =>
    begin < bottom + MARGIN && (begins[n + 1] ?? Infinity) > top - MARGIN ? [n] : [],
  );
}
