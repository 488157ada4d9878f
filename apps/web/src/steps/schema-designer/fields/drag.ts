import { beside, holderOf } from './ids.ts';

/** Where a dragged field would go: beside another field of the same object. */
export interface Target {
  readonly id: string;
  readonly side: 'before' | 'after';
  /** Id of the row that shows the place: the field's own, or that of the last field inside it. */
  readonly line: string;
}

/** A pointer this close to an edge of the table scrolls it, in pixels. */
const EDGE = 40;
/** Pixels to scroll per frame with the pointer at the edge, or beyond. */
const FASTEST = 14;

/**
 * Follows a pointer that the grip of a row has captured: a mouse, a finger or a pen. The table scrolls while the pointer is at its
 * edge.
 *
 * @param onAim called with another place; undefined: the field cannot be dropped here
 * @param onEnd called once, with the place where the field was dropped; undefined: Escape was pressed, or the browser took the pointer
 */
export function dragRow(
  grip: HTMLElement,
  pointerId: number,
  onAim: (target: Target | undefined) => void,
  onEnd: (target: Target | undefined) => void,
): void {
  const id = grip.closest<HTMLElement>('[data-id]')?.dataset['id'];
  const scroller = grip.closest<HTMLElement>('.fields-scroll');
  // It may have been released before this was loaded.
  if (id === undefined || scroller === null || !grip.hasPointerCapture(pointerId)) return;
  const listening = new AbortController();
  const { signal } = listening;
  let target: Target | undefined;
  let y: number | undefined;
  let frame = 0;
  const aim = (): void => {
    const next = y === undefined ? undefined : targetAt(scroller, id, y);
    if (next?.id === target?.id && next?.side === target?.side) return;
    target = next;
    onAim(next);
  };
  const end = (dropped: Target | undefined): void => {
    listening.abort();
    cancelAnimationFrame(frame);
    onEnd(dropped);
  };
  const scroll = (): void => {
    if (!grip.isConnected) return end(undefined);
    frame = requestAnimationFrame(scroll);
    const by = y === undefined ? 0 : scrollAt(scroller, y);
    if (by === 0) return undefined;
    scroller.scrollTop += by;
    return aim();
  };
  const move = ({ clientY }: PointerEvent): void => {
    y = clientY;
    aim();
  };
  grip.addEventListener('pointermove', move, { signal });
  grip.addEventListener('pointerup', () => end(target), { signal });
  for (const lost of ['pointercancel', 'lostpointercapture'])
    grip.addEventListener(lost, () => end(undefined), { signal });
  const cancel = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(undefined);
  };
  addEventListener('keydown', cancel, { signal, capture: true });
  frame = requestAnimationFrame(scroll);
}

/** Pixels to scroll for a pointer at a height of the window. */
function scrollAt(scroller: HTMLElement, y: number): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  const above = Math.min(1, Math.max(0, (top + EDGE - y) / EDGE));
  const below = Math.min(1, Math.max(0, (y - bottom + EDGE) / EDGE));
  return Math.round((below - above) * FASTEST);
}

/** The place at a height of the window for a field to be dropped; undefined if there is none. */
function targetAt(scroller: HTMLElement, id: string, y: number): Target | undefined {
  const holder = holderOf(id);
  // Not all rows are drawn: neither the fields beside it nor the last one need be.
  const ids = Array.from(scroller.querySelectorAll<HTMLElement>('[data-id]'), idOf);
  const row = rowAt(scroller, y);
  const over = row && idOf(row);
  const sibling = over?.split('.').slice(0, id.split('.').length).join('.');
  if (row && sibling !== undefined && holderOf(sibling) === holder) {
    const { top, height } = row.getBoundingClientRect();
    return over === sibling && y <= top + height / 2
      ? { id: sibling, side: 'before', line: sibling }
      : after(sibling, ids);
  }
  const end = scroller.querySelector('.ft')?.getBoundingClientRect().bottom;
  const siblings = Number(scroller.querySelector(`[data-id="${id}"]`)?.getAttribute('aria-setsize'));
  return end !== undefined && y > end ? after(beside(id, siblings - 1), ids) : undefined;
}

const idOf = (row: HTMLElement): string => row.dataset['id'] ?? '';

const after = (id: string, ids: readonly string[]): Target => ({
  id,
  side: 'after',
  line: ids.findLast((each) => each === id || each.startsWith(`${id}.`)) ?? id,
});

/** The row at a height of the window, as far as the table shows it below its head. */
function rowAt(scroller: HTMLElement, y: number): HTMLElement | null | undefined {
  const { left, width, top, bottom } = scroller.getBoundingClientRect();
  const head = scroller.querySelector<HTMLElement>('.head')?.offsetHeight ?? 0;
  const shown = Math.min(Math.max(y, top + head + 1), bottom - 1);
  return document.elementFromPoint(left + width / 2, shown)?.closest<HTMLElement>('[data-id]');
}

/** The index of a field once it has been dropped: among those beside it, without itself. */
export function indexAt(id: string, { id: beside, side }: Target): number {
  const [from = 0, to = 0] = [id, beside].map((each) => Number(each.split('.').at(-1)));
  const index = side === 'after' ? to + 1 : to;
  return index > from ? index - 1 : index;
}
