import { landing } from 'virtual:landing-rows';
import './box.css';
import { memo, useEffect, useRef, useState } from 'react';
import type { KeptSample } from '../../state/kept-sample.ts';
import type { GeneratedRows } from '../../worker/schema-protocol.ts';
import { Button, chooseFile, Select } from '../../ui/index.ts';
import { RowsTable } from './rows-table.tsx';
import { usePaste } from './use-paste.ts';
import { useShown } from './use-shown.ts';

/** What the way through the steps would begin with. */
export interface Chosen {
  /** Name of a template, or Custom. */
  readonly template: string;
  readonly content: string;
  readonly seed: string;
}

/** What the landing does. */
export interface LandingActions {
  /** Starts the engine. */
  check(): void;
  /** Streams into the page for ten seconds. Resolves once it has begun. */
  demo(): Promise<void>;
  chooseTemplate(template: string): void;
  edit(content: string): void;
  keepSample(sample: KeptSample | undefined): void;
  rows(spread: {
    readonly rows: number;
    readonly firstMs: number;
    readonly lastMs: number;
  }): Promise<GeneratedRows>;
}

/** What the box shows, and what it does. */
export interface BoxProps {
  /** Undefined until what is behind the landing has loaded. */
  readonly chosen: Chosen | undefined;
  /** The way has begun. */
  readonly isLocked: boolean;
  /** Loads what is behind the landing, and the engine. */
  readonly onActions: () => Promise<LandingActions | undefined>;
  /** Opens a config of streams. */
  readonly onConfig: (file: File) => void;
}

/** Longest text that is shown, in characters. Laying out a longer one would block the page: it goes straight to the worker. */
const MOST_SHOWN = 2 ** 18;
/** Typing pauses this long before it is read, in milliseconds. */
const PAUSE_MS = 250;

/** The template of whoever chooses none. */
const DEFAULT = landing.names[0] ?? '';

const EXAMPLE = `{"order_id": 50123, "status": "paid"}

order_id,status,total
50123,paid,39.80

CREATE TABLE orders (
  id bigint PRIMARY KEY,
  status text
)`;

/** Takes an event, a CSV, a definition, a schema or a template, and answers with rows and figures. Comes after the page. */
export const Box = memo(
  function Box(props: BoxProps) {
    const { chosen } = props;
    const { paste, read, undo, warm } = usePaste(props);
    // The default template is chosen from the start, but not by hand.
    const [isDefaultChosen, setDefaultChosen] = useState(false);
    const isUntouched = chosen === undefined || (chosen.template === DEFAULT && !isDefaultChosen);
    const answer = useShown(props, isUntouched);
    const isPasted = paste.kind === 'read' && answer.template === chosen?.template;
    const choose = async (name: string): Promise<void> => {
      setDefaultChosen(name === DEFAULT);
      (await props.onActions())?.chooseTemplate(name === '' ? DEFAULT : name);
    };
    return (
      <>
        <div className="box-parts">
          <Input
            {...props}
            template={isUntouched ? '' : chosen.template}
            paste={paste}
            onTemplate={choose}
            onRead={read}
            onUndo={undo}
            onWarm={warm}
          />
          <RowsTable {...answer} guessed={isPasted ? paste.guessed : NO_GUESSES} />
        </div>
        <p className="box-status" role="status">
          {answer.problem ?? (
            <>
              <b className="num">{answer.shown.rows.toLocaleString('en')}</b>{' '}
              {isPasted ? 'rows like yours' : `rows of ${answer.template}`}, seed {answer.seed}, sent nowhere
            </>
          )}
        </p>
      </>
    );
  },
  (before, after) =>
    before.isLocked === after.isLocked &&
    before.chosen?.content === after.chosen?.content &&
    before.chosen?.template === after.chosen?.template &&
    before.chosen?.seed === after.chosen?.seed,
);

const NO_GUESSES: readonly string[] = [];

type Pasting = ReturnType<typeof usePaste>;

/** The text, and below it a template or what became of the text. */
function Input({
  template,
  isLocked,
  onConfig,
  paste,
  onTemplate,
  onRead,
  onUndo,
  onWarm,
}: Pick<BoxProps, 'isLocked' | 'onConfig'> & {
  /** Empty: none is chosen. */
  readonly template: string;
  readonly paste: Pasting['paste'];
  readonly onTemplate: (name: string) => Promise<void>;
  readonly onRead: Pasting['read'];
  readonly onUndo: Pasting['undo'];
  readonly onWarm: Pasting['warm'];
}) {
  const text = useRef<HTMLTextAreaElement>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = (source: Blob): void => {
    clearTimeout(timer.current);
    // What was typed is not what was read.
    if (text.current !== null) text.current.value = '';
    void onRead(source);
  };
  const undo = (): void => {
    clearTimeout(timer.current);
    if (text.current !== null) text.current.value = '';
    text.current?.focus();
    void onUndo();
  };
  const change = (value: string, isTyped: boolean): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(
      () => void (value.trim() === '' ? onUndo() : onRead(new Blob([value]))),
      isTyped ? PAUSE_MS : 0,
    );
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped on it; a button opens them, too
    <fieldset
      className="box-input"
      disabled={isLocked}
      aria-label="Your data"
      onFocus={() => void onWarm().catch(() => undefined)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (file === undefined || isLocked) return;
        event.preventDefault();
        read(file);
      }}
    >
      <label htmlFor="box-text">Paste an event, a CSV, a CREATE TABLE, or pick a template</label>
      <textarea
        ref={text}
        id="box-text"
        placeholder={EXAMPLE}
        spellCheck={false}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (pasted.length <= MOST_SHOWN) return;
          event.preventDefault();
          read(new Blob([pasted]));
        }}
        onInput={(event) =>
          change(event.currentTarget.value, event.nativeEvent.inputType !== 'insertFromPaste')
        }
      />
      {paste.kind === 'none' ? (
        <div className="box-foot">
          <Select
            aria-label="Template"
            value={template}
            options={choicesWith(template)}
            onValue={(name) => void onTemplate(name)}
          />
          <Button look="link" onClick={() => chooseFile(read, '')}>
            Open a file
          </Button>
        </div>
      ) : (
        <div className="box-foot">
          <PasteNote paste={paste} onConfig={onConfig} />
          {!isLocked && (
            <Button look="link" onClick={undo}>
              Undo
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

/** The templates, and what is chosen if it is none of them. */
const choicesWith = (template: string) =>
  [...new Set(['', ...landing.names, template])].map((name) => ({
    value: name,
    label: name === '' ? 'Pick a template' : name,
  }));

function PasteNote({ paste, onConfig }: Pick<BoxProps, 'onConfig'> & { readonly paste: Pasting['paste'] }) {
  if (paste.kind === 'failed')
    return (
      <p className="err" role="alert">
        {paste.problem}
      </p>
    );
  if (paste.kind !== 'read') return <p role="status">Reading</p>;
  const { what, notes, config } = paste;
  return (
    <p role="status">
      <b>{what}.</b> {notes[0] === undefined ? 'Nothing leaves this browser.' : `${notes[0]}.`}{' '}
      {config !== undefined && (
        <Button look="link" onClick={() => onConfig(new File([config], 'tables.json'))}>
          Stream all tables
        </Button>
      )}
    </p>
  );
}
