import '../../../ui/dialog.css';
import './sample.css';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Ask, MOST_SHOWN, pastedSource } from './ask.tsx';
import type { KeptSample } from '../../../state/kept-sample.ts';
import { Review } from './review.tsx';
import { useSample } from './use-sample.ts';

/** Makes a schema from a sample or a definition, which stays in the browser. */
export function SampleDialog({
  given,
  onUse,
  onConfig,
  onClose,
}: {
  /** A sample to read at once, as text or as a file; an empty text asks for one. */
  readonly given: string | File;
  /** @param kept undefined for a definition */
  readonly onUse: (schema: string, kept: KeptSample | undefined) => void;
  /** Opens a config with a stream for each of several tables. */
  readonly onConfig: (file: File) => void;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { stage, reader, read, cancel, keep } = useSample();
  /** The review was changed: closing asks first. */
  const [isChanged, setChanged] = useState(false);
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('textarea')?.focus();
  }, []);
  useEffect(() => {
    if (given !== '')
      void read(typeof given === 'string' ? pastedSource(given) : { name: given.name, blob: given });
  }, [given, read]);
  const close = (): void => dialog.current?.close();
  const leave = (): void => {
    if (asksToDiscard) setAsksToDiscard(false);
    else if (isChanged) setAsksToDiscard(true);
    else close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The browser would close the dialog, at the second press even against our will.
    event.preventDefault();
    leave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, and files may miss their place
    <dialog
      className="dlg"
      ref={dialog}
      aria-labelledby="sample-title"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        leave();
      }}
      onClose={onClose}
      // A file that misses its place would replace the page.
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => event.preventDefault()}
    >
      {stage.kind === 'reviewing' ? (
        <Review
          sample={stage}
          reader={reader}
          asksToDiscard={asksToDiscard}
          onChanged={setChanged}
          onKeep={() => setAsksToDiscard(false)}
          onLeave={leave}
          onDiscard={close}
          onStreams={(config) => {
            close();
            onConfig(new File([config], 'tables.json', { type: 'application/json' }));
          }}
          onUse={({ text: schema, spread }, table) => {
            if (spread !== undefined) keep();
            onUse(schema, spread && { reader, table, only: stage.reading.only, spread });
            close();
          }}
        />
      ) : (
        <Ask
          initial={typeof given === 'string' && given.length <= MOST_SHOWN ? given : ''}
          stage={stage}
          onRead={(source) => void read(source)}
          onCancel={cancel}
          onLeave={leave}
        />
      )}
    </dialog>
  );
}
