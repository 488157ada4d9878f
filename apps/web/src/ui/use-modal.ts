import { useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from 'react';

/** A modal dialog, open for as long as its component is there. */
export interface Modal {
  /** Closes it, and says so at once. */
  readonly close: () => void;
  /** Props of the `dialog` element. */
  readonly props: {
    readonly ref: RefObject<HTMLDialogElement | null>;
    readonly onCancel: (event: SyntheticEvent) => void;
    readonly onClose: () => void;
  };
}

/**
 * Opens a modal dialog. Its own event `close` arrives some time after it has closed, and keys pressed in between would
 * be lost: they belong to the page again.
 *
 * @param onClose called when it has closed, maybe twice
 */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect: keys pressed right after it is shown belong to the dialog.
  useLayoutEffect(() => ref.current?.showModal(), []);
  const close = (): void => {
    ref.current?.close();
    onClose();
  };
  const onCancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    close();
  };
  return { close, props: { ref, onCancel, onClose } };
}
