import { useEffect, useRef, useState } from 'react';
import type { Finding } from '@catbird/infer';
import { Button, Field, Select, Tick } from '../../../ui/index.ts';
import type { SampleReader } from '../../../worker/sample-reader.ts';
import type { DraftedSchema, Wishes } from '../../../worker/sample-protocol.ts';
import { FindingRow } from './finding-row.tsx';
import { Head } from './head.tsx';
import type { ReadSample } from './use-sample.ts';
import { copyAll, copyNothing, firstWishes, isChanged } from './wishes.ts';
import { openText, readingText } from './words.ts';

interface ReviewProps {
  readonly sample: ReadSample;
  readonly reader: SampleReader;
  /** Shows the question instead of the buttons. */
  readonly asksToDiscard: boolean;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onKeep: () => void;
  readonly onLeave: () => void;
  readonly onDiscard: () => void;
  /** Makes a stream of each table. */
  readonly onStreams: (config: string) => void;
  readonly onUse: (draft: DraftedSchema, table: number) => void;
}

/** What was found, field by field. All of it can be changed before it becomes the schema. */
export function Review({ sample, reader, onUse, ...rest }: ReviewProps) {
  const { reading, source } = sample;
  const { wishes, change, show, first, draft, problem, fail } = useDraft(sample, reader, rest.onChanged);
  const latest = new Map(draft.findings.map((finding) => [finding.path, finding]));
  const isSample = reading.rows !== undefined;
  const open = first.findings
    .map(({ path }) => path)
    .filter((path) => first.alternatives.get(path)?.isAmbiguous === true && !wishes.choices.has(path));
  const use = (): void => void reader.draft(wishes).then((last) => onUse(last, wishes.table), fail);
  return (
    <>
      <Head
        title={isSample ? 'What the sample says' : 'What the definition says'}
        line={readingText(
          reading,
          { name: source.name, size: source.blob.size },
          first.findings.filter(({ kind }) => kind !== 'object').length,
        )}
        onLeave={rest.onLeave}
      />
      {isSample && <CopyBar first={first} draft={draft} wishes={wishes} onWishes={change} />}
      {reading.tables.length > 1 && (
        <Tables
          names={reading.tables}
          what={isSample ? 'Type of event' : 'Table'}
          table={wishes.table}
          file={source.name}
          config={reading.config}
          onTable={show}
          onStreams={rest.onStreams}
        />
      )}
      <Body>
        {problem !== undefined && (
          <p className="here" role="alert">
            <Tick tone="failed" />
            <span>{problem}</span>
          </p>
        )}
        <Notes notes={reading.notes} />
        <table className={isSample ? 'rv' : 'rv defined'}>
          <caption className="sr">What was found</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Type</th>
              <th scope="col">Why</th>
              {isSample && <th scope="col">Copied from the sample</th>}
            </tr>
          </thead>
          <tbody>
            {first.findings.map((finding, i) => (
              <FindingRow
                // Paths may occur twice: a.b is a name, too.
                // oxlint-disable-next-line react/no-array-index-key -- rows keep their places
                key={`${wishes.table} ${i}`}
                first={finding}
                finding={latest.get(finding.path)}
                alternatives={first.alternatives.get(finding.path)}
                hasValues={isSample}
                wishes={wishes}
                onWishes={change}
              />
            ))}
          </tbody>
        </table>
      </Body>
      {rest.asksToDiscard ? (
        <Discard onKeep={rest.onKeep} onDiscard={rest.onDiscard} />
      ) : (
        <div className="dlg-foot">
          <span>
            {openText(open) ?? (
              <>
                Undo brings back your current schema. <kbd>Ctrl</kbd> <kbd>Z</kbd>
              </>
            )}
          </span>
          <Button look="outline" onClick={rest.onLeave}>
            Cancel
          </Button>
          <Button disabled={draft.findings.length === 0} onClick={use}>
            Use this schema
          </Button>
        </div>
      )}
    </>
  );
}

/** The schema as the person wants it. */
function useDraft(sample: ReadSample, reader: SampleReader, onChanged: (isChanged: boolean) => void) {
  const [wishes, setWishes] = useState<Wishes>(() => firstWishes(sample.draft.findings));
  const [state, setState] = useState({ first: sample.draft, draft: sample.draft });
  const [problem, setProblem] = useState<string>();
  const asked = useRef(0);
  const fail = (error: unknown): void => setProblem(error instanceof Error ? error.message : String(error));
  const change = (next: Wishes): void => {
    setWishes(next);
    onChanged(isChanged(next, state.first.findings));
    const id = ++asked.current;
    const settle = (draft: DraftedSchema): void => {
      // An answer to an earlier question is out of date.
      if (id === asked.current) setState(({ first }) => ({ first, draft }));
    };
    reader.draft(next).then(settle, fail);
  };
  const show = (table: number): void => {
    const id = ++asked.current;
    const settle = (draft: DraftedSchema): void => {
      if (id !== asked.current) return;
      const next = firstWishes(draft.findings, table);
      setWishes(next);
      onChanged(isChanged(next, draft.findings));
      setState({ first: draft, draft });
    };
    reader.draft({ table }).then(settle, fail);
  };
  return { wishes, change, show, first: state.first, draft: state.draft, problem, fail };
}

/** The scrolling middle, which has the focus at first. */
function Body({ children }: { readonly children: React.ReactNode }) {
  const body = useRef<HTMLElement>(null);
  useEffect(() => body.current?.focus(), []);
  return (
    <section className="dlg-body" ref={body} tabIndex={-1} aria-label="Findings">
      {children}
    </section>
  );
}

/** One switch for the values of all fields. */
function CopyBar({
  first,
  draft,
  wishes,
  onWishes,
}: {
  readonly first: DraftedSchema;
  readonly draft: DraftedSchema;
  readonly wishes: Wishes;
  readonly onWishes: (wishes: Wishes) => void;
}) {
  const copied = draft.findings.filter((each) => each.copied.length > 0).length;
  const isOn = wishes.copies.size > 0;
  const offers = (findings: readonly Finding[]): boolean =>
    findings.some(({ copyable }) => copyable.length > 0);
  if (!offers(first.findings) && !offers(draft.findings))
    return (
      <p className="copy-bar">
        No text is copied from the sample: the schema gets names, types, ranges and frequent round numbers.
      </p>
    );
  return (
    <div className="copy-bar">
      <input
        className="switch"
        role="switch"
        type="checkbox"
        id="sample-copy"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby="sample-copy-note"
        onChange={() => onWishes(isOn ? copyNothing(wishes) : copyAll(wishes, draft.findings))}
      />
      <p>
        <label htmlFor="sample-copy">Copy values from the sample</label>
        <span id="sample-copy-note">
          {isOn
            ? 'The values below become part of the schema, and of its link. At first, they are words of categories, such as paid.'
            : 'Off: the schema gets names, types, ranges and frequent round numbers, and invents the rest.'}
        </span>
      </p>
      <p className="push">
        Copies from {copied} of {first.findings.length} fields
      </p>
    </div>
  );
}

const Tables = ({
  names,
  what,
  table,
  file,
  config,
  onTable,
  onStreams,
}: {
  readonly names: readonly string[];
  readonly what: string;
  readonly table: number;
  readonly file: string;
  readonly config: string | undefined;
  readonly onTable: (table: number) => void;
  readonly onStreams: (config: string) => void;
}) => (
  <div className="copy-bar">
    <Field
      label={what}
      hint={
        config === undefined ? (
          <>
            A schema is one stream. For a config with a stream for each, run{' '}
            <code>catbird infer {/\s/.test(file) ? 'FILE' : file}</code>.
          </>
        ) : (
          'A schema has the rows of one table. A config has a stream for each.'
        )
      }
    >
      {(control) => (
        <Select
          {...control}
          value={String(table)}
          options={names.map((name, i) => ({ value: String(i), label: name }))}
          onValue={(chosen) => onTable(Number(chosen))}
        />
      )}
    </Field>
    {config !== undefined && (
      <Button look="outline" onClick={() => onStreams(config)}>
        {`Make ${names.length} streams`}
      </Button>
    )}
  </div>
);

const Notes = ({ notes }: { readonly notes: readonly string[] }) =>
  notes.length > 0 && (
    <ul className="notes">
      {notes.map((note) => (
        <li key={note}>
          <Tick tone="muted" />
          <span>{note}.</span>
        </li>
      ))}
    </ul>
  );

const Discard = ({ onKeep, onDiscard }: { readonly onKeep: () => void; readonly onDiscard: () => void }) => (
  <div className="dlg-foot" role="alert">
    <span>Discard this review?</span>
    {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question replaces the buttons */}
    <Button look="outline" autoFocus onClick={onKeep}>
      Keep reviewing
    </Button>
    <Button onClick={onDiscard}>Discard</Button>
  </div>
);
