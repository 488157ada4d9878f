import { useEffect, type RefObject } from 'react';

/** Hands on a text that is pasted into a step, or nowhere: what is pasted into a text or a dialog is theirs. */
export function usePaste(
  step: RefObject<HTMLElement | null>,
  isOff: boolean,
  onPaste: (text: string) => void,
): void {
  useEffect(() => {
    if (isOff) return undefined;
    const paste = (event: ClipboardEvent): void => {
      const [target] = event.composedPath();
      const text = event.clipboardData?.getData('text') ?? '';
      if (event.defaultPrevented || text.trim() === '' || !(target instanceof Element)) return;
      const isOurs = target === document.body || step.current?.contains(target) === true;
      const isTheirs = target.closest('input, textarea, [contenteditable], dialog') !== null;
      if (!isOurs || isTheirs || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      onPaste(text);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
}
