import { useState } from 'react';
import type { StateBeforeRun } from '../../../state/before-run.ts';
import { Button, Select, TextInput } from '../../../ui/index.ts';
import type { FileFormat } from '../../../worker/schema-protocol.ts';
import type { RowActions } from '../designer-props.ts';
import { useDownload, type DownloadState } from './use-download.ts';

/** Rows of a file at most. */
const MAX_ROWS = 100_000_000;

/** A number of rows as typed, with or without separators: 1,000 or 1 000. An error says what is wrong. */
export function readRows(text: string): { readonly rows: number } | { readonly error: string } {
  const digits = text.replaceAll(/[\s,_.’']/g, '');
  const rows = /^\d+$/.test(digits) ? Number(digits) : NaN;
  if (!(rows >= 1)) return { error: 'Rows must be a whole number, 1 or more.' };
  return rows <= MAX_ROWS
    ? { rows }
    : { error: `At most ${MAX_ROWS.toLocaleString('en-US')} rows fit in a download.` };
}

/** The name of a file of rows: `online-shop-42.ndjson`. */
export function fileName(template: string, seed: string, format: FileFormat): string {
  const part = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40);
  return `${[template, seed].map(part).filter(Boolean).join('-')}.${format}`;
}

const FORMATS: readonly { readonly value: FileFormat; readonly label: string }[] = [
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'csv', label: 'CSV' },
  { value: 'avro', label: 'Avro' },
  { value: 'parquet', label: 'Parquet' },
  { value: 'arrow', label: 'Arrow' },
];

/** The seed, and rows of the schema as a file, with the progress on its button. */
export function DownloadBar({
  state: { template, seed },
  locked,
  actions,
}: {
  readonly state: Pick<StateBeforeRun, 'template' | 'seed'>;
  readonly locked: boolean;
  readonly actions: RowActions;
}) {
  const [count, setCount] = useState('1,000');
  const [format, setFormat] = useState<FileFormat>('ndjson');
  const downloads = useDownload();
  const isRunning = downloads.state.kind === 'running';
  const read = readRows(count);
  const save = (): void => {
    if ('error' in read) return downloads.fail(read.error);
    const request = { ...actions.source(), rows: read.rows, format };
    return void downloads.start(fileName(template, request.seed, format), request);
  };
  return (
    <>
      <div className="pane-bar">
        <label htmlFor="seed">Seed</label>
        <TextInput
          id="seed"
          small
          mono
          value={seed}
          disabled={locked}
          onValue={(changed) => actions.changeSeed(changed)}
        />
        <button className="mini" type="button" disabled={locked} onClick={() => void actions.newSeed()}>
          New<span className="sr"> seed</span>
        </button>
        <TextInput
          small
          aria-label="Rows to download"
          aria-invalid={'error' in read || undefined}
          inputMode="numeric"
          size={11}
          value={count}
          disabled={isRunning}
          onValue={setCount}
          onBlur={() => 'rows' in read && setCount(read.rows.toLocaleString('en-US'))}
        />
        <Select
          className="select select-sm"
          aria-label="File format"
          value={format}
          options={FORMATS}
          disabled={isRunning}
          onValue={setFormat}
        />
        <Button look="outline" className="btn-sm save" onClick={isRunning ? () => downloads.cancel() : save}>
          <Label state={downloads.state} />
        </Button>
      </div>
      <div role="status">
        {downloads.state.kind === 'failed' && <p className="err pane-bar">{downloads.state.message}</p>}
      </div>
    </>
  );
}

/** The button keeps its width. */
function Label({ state }: { readonly state: DownloadState }) {
  if (state.kind === 'saved') return 'Saved';
  if (state.kind !== 'running') return 'Download';
  return (
    <>
      <progress value={state.percent} max={100} aria-hidden="true" />
      Cancel, {state.percent} %
    </>
  );
}
