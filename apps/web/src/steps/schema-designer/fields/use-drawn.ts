import { useEffect, useState, type RefObject } from 'react';
import type { FieldNode } from '../../../schema-text/fields.ts';

/** Fields that are drawn together or not at all. */
export const BLOCK = 20;
/** A table of so many fields is drawn whole, so that browsers find text in all of it. */
const WHOLE = 60;
/** How far beyond what can be seen fields are drawn. */
const MARGIN = '400px 0px';

/** The block of the field at an index of the table. */
export const blockOf = (index: number): number => Math.floor(index / BLOCK);

/**
 * The blocks of a table to draw: those that can be seen, and those of fields in use, so that the focus and what is being typed last
 * while the table scrolls.
 *
 * @param inUse ids of fields
 */
export function useDrawn(
  scroller: RefObject<HTMLElement | null>,
  visible: readonly FieldNode[],
  inUse: readonly (string | undefined)[],
): ReadonlySet<number> {
  const blocks = blockOf(visible.length - 1) + 1;
  const near = useNear(scroller, blocks);
  if (visible.length <= WHOLE) return new Set(Array.from({ length: blocks }, (_, block) => block));
  const used = visible.flatMap(({ id }, i) => (inUse.includes(id) ? [blockOf(i)] : []));
  return new Set([...near, ...used]);
}

/** The blocks that can be seen, or soon. */
function useNear(scroller: RefObject<HTMLElement | null>, blocks: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0, 1]));
  useEffect(() => {
    const root = scroller.current;
    if (root === null || blocks === 0) return undefined;
    const inside = new Set<Element>();
    const elements = [...root.querySelectorAll('.ft-block')];
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inside.add(target);
          else inside.delete(target);
        // A hidden table keeps its rows, to have them when it shows again.
        if (root.clientHeight > 0) setNear(new Set([...inside].map((block) => elements.indexOf(block))));
      },
      { root, rootMargin: MARGIN },
    );
    for (const block of elements) observer.observe(block);
    return () => observer.disconnect();
  }, [scroller, blocks]);
  return near;
}
