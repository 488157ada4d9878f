import { useRef, useState } from 'react';
import { Button, Tick } from '../../../ui/index.ts';
import { Head } from './head.tsx';
import type { SampleSource, Stage } from './use-sample.ts';
import { sizeText } from './words.ts';

const EXAMPLE = `{"order_id": 50213, "country": "DE", "total": 41.9, "status": "paid"}
{"order_id": 50214, "country": "FR", "total": 12.5, "status": "paid"}

or

CREATE TABLE orders (order_id BIGINT, country CHAR(2), total NUMERIC(10,2))`;

/** Longest text that is shown, in characters. A longer one goes straight to the worker that reads it. */
export const MOST_SHOWN = 2 ** 18;

/** A text as a sample to read. */
export const pastedSource = (text: string): SampleSource => ({
  name: 'Pasted text',
  blob: new Blob([text]),
});

/** Asks for a sample: a text, or a file that is chosen or dropped. While it is read, shows how far that is. */
export function Ask({
  initial,
  stage,
  onRead,
  onCancel,
  onLeave,
}: {
  readonly initial: string;
  readonly stage: Exclude<Stage, { readonly kind: 'reviewing' }>;
  readonly onRead: (source: SampleSource) => void;
  readonly onCancel: () => void;
  readonly onLeave: () => void;
}) {
  const text = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setEmpty] = useState(initial.trim() === '');
  const isReading = stage.kind === 'reading';
  const readText = (): void => onRead(pastedSource(text.current?.value ?? ''));
  return (
    <>
      <Head
        title="From a sample"
        line="Paste a few events, or drop a file. Catbird writes the schema."
        onLeave={onLeave}
      />
      <Drop isReading={isReading} onFile={(file) => onRead({ name: file.name, blob: file })}>
        <textarea
          ref={text}
          aria-label="Sample"
          placeholder={EXAMPLE}
          spellCheck={false}
          defaultValue={initial}
          readOnly={isReading}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (isReading || pasted.length <= MOST_SHOWN) return;
            // Laying out so many lines would block the page.
            event.preventDefault();
            onRead(pastedSource(pasted));
          }}
          onInput={(event) => setEmpty(event.currentTarget.value.trim() === '')}
        />
      </Drop>
      <p className="here">
        <Tick tone="accepted" />
        <span>Stays in this browser. The sample is read here and never uploaded or saved.</span>
      </p>
      {stage.kind === 'asking' && stage.problem !== undefined && (
        <p className="here" role="alert">
          <Tick tone="failed" />
          <span>{stage.problem}</span>
        </p>
      )}
      <div role="status" className="reading">
        {stage.kind === 'reading' && stage.isSlow && <Progress stage={stage} />}
      </div>
      <div className="dlg-foot">
        <span>
          Undo brings back your current schema. <kbd>Ctrl</kbd> <kbd>Z</kbd>
        </span>
        <Button look="outline" onClick={isReading ? onCancel : onLeave}>
          Cancel
        </Button>
        <Button disabled={isEmpty || isReading} onClick={readText}>
          {isReading ? 'Reading' : 'Read sample'}
        </Button>
      </div>
    </>
  );
}

const Progress = ({ stage: { source, bytes } }: { readonly stage: Stage & { readonly kind: 'reading' } }) => (
  <>
    <span>
      {source.name}: read {sizeText(bytes)} of {sizeText(source.blob.size)}
    </span>
    <progress max={source.blob.size} value={bytes} aria-label="Read" />
  </>
);

/** The frame around the text, which takes files. */
function Drop({
  isReading,
  onFile,
  children,
}: {
  readonly isReading: boolean;
  readonly onFile: (file: File) => void;
  readonly children: React.ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={({ dataTransfer: { files } }) => {
        setOver(false);
        if (!isReading) take(files);
      }}
    >
      {children}
      <div className="drop-foot">
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File"
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file may be chosen again after an error.
            currentTarget.value = '';
          }}
        />
        <Button look="outline" disabled={isReading} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <span>
          JSON, CSV, Parquet, Avro, JSON Schema, OpenAPI, AsyncAPI, Protobuf, Prisma, BigQuery, SQL, data
          contracts, .datasource or templates of the Kinesis Data Generator.
        </span>
      </div>
    </div>
  );
}
