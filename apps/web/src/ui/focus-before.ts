/**
 * Moves the focus from a row that is about to be removed to the first input of the row before it, or, in the first row, to its own,
 * which the next row takes over: the button that removes a row goes away with it.
 */
export function focusBefore(row: Element | null): void {
  const before = row?.previousElementSibling;
  const kept = before?.className === row?.className ? before : row;
  kept?.querySelector<HTMLElement>('input, select')?.focus();
}
