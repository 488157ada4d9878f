import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** Props of an element that keeps the focus. */
export interface KeptFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly tabIndex: -1;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * Takes the focus when the focused control within an element is removed or disabled: a press of Tab goes on from there, not from
 * the top of the page.
 */
export function useKeptFocus(): KeptFocus {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<Element>(undefined);
  useLayoutEffect(() => {
    if (last.current === undefined || canHaveFocus(last.current)) return;
    last.current = undefined;
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus({ target }) {
      last.current = target;
    },
    onBlur({ target }) {
      // Some browsers tell of the blur before they have removed the control.
      queueMicrotask(() => {
        if (last.current === target && canHaveFocus(target)) last.current = undefined;
      });
    },
  };
}

const canHaveFocus = (element: Element): boolean => element.isConnected && !element.matches(':disabled');

/**
 * Moves the focus from a row that is about to be removed to the first input of the row before it, or, in the first row, to its own,
 * which the next row takes over: the button that removes a row goes away with it.
 */
export function focusBefore(row: Element | null): void {
  const before = row?.previousElementSibling;
  const kept = before?.className === row?.className ? before : row;
  kept?.querySelector<HTMLElement>('input, select')?.focus();
}
