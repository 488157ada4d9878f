import { useDeferredValue, useMemo, useState } from 'react';
import { fieldCount, fieldsText } from '../../state/field-count.ts';
import { chooseFile } from '../../ui/index.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useLatest } from '../../ui/use-latest.ts';

/** A view of the schema text. */
export type SchemaView = 'fields' | 'json';

/** Key in local storage. */
const KEY = 'schema-view';

function remembered(): SchemaView {
  try {
    return localStorage.getItem(KEY) === 'json' ? 'json' : 'fields';
  } catch {
    // Storage is blocked.
    return 'fields';
  }
}

/** The view of the schema, its fields at first. The last choice is remembered if the browser allows. */
export function useSchemaView(): readonly [SchemaView, (view: SchemaView) => void] {
  const [view, setView] = useState(remembered);
  return [
    view,
    (chosen) => {
      setView(chosen);
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // Storage is blocked: the choice lasts until the page is closed.
      }
    },
  ];
}

/** The smallest schema. */
const EMPTY = '{\n  "id": { "type": "string.uuid" }\n}\n';

const VIEWS: readonly { readonly value: SchemaView; readonly label: string }[] = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
];

/** Props of the schema pane's head. */
interface PaneHeadProps {
  readonly view: SchemaView;
  readonly content: string;
  readonly locked: boolean;
  /** Which edits there are to take back, or to bring back. */
  readonly edits: { readonly undo: boolean; readonly redo: boolean };
  readonly onView: (view: SchemaView) => void;
  readonly onBrowse: () => void;
  readonly onSample: () => void;
  readonly onConfig: (file: File) => void;
  readonly onReplace: (content: string) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** Other ways to a schema than a template, its views, and how many fields it has. */
export const PaneHead = (props: PaneHeadProps) => {
  const { view, content, locked, edits } = props;
  const { onView, onBrowse, onSample, onConfig, onReplace, onUndo, onRedo } = props;
  const ways = [
    { label: 'Browse templates', detail: 'Each with one of its rows', onChoose: onBrowse },
    {
      label: 'Your own sample…',
      detail: 'JSON, CSV, Avro, Parquet or a definition. Stays in this browser',
      onChoose: onSample,
    },
    {
      label: 'A config file…',
      detail: 'One or more streams, YAML or JSON',
      onChoose: () => chooseFile(onConfig),
    },
    { label: 'An empty schema', detail: 'One id, to begin with', onChoose: () => onReplace(EMPTY) },
  ];
  return (
    <div className="pane-head">
      <h3 className="sr">Schema</h3>
      <MenuButton label="Start from" groups={[ways]} disabled={locked} />
      <Tabs label="Schema as" tabs={VIEWS} value={view} panel="schema-view" onValue={onView} />
      <span className="steps-back">
        <Icon
          label="Undo"
          path="M3 6.500h6.500a3.500 3.500 0 0 1 0 7H6M3 6.500l3-3M3 6.500l3 3"
          disabled={locked || !edits.undo}
          onClick={onUndo}
        />
        <Icon
          label="Redo"
          path="M13 6.500H6.500a3.500 3.500 0 0 0 0 7H10M13 6.500l-3-3M13 6.500l-3 3"
          disabled={locked || !edits.redo}
          onClick={onRedo}
        />
      </span>
      <FieldCount content={content} />
    </div>
  );
};

const Icon = ({
  label,
  path,
  disabled,
  onClick,
}: {
  readonly label: string;
  readonly path: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}) => (
  <button
    type="button"
    className="mini icon"
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={onClick}
  >
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
);

/** A text that does not parse has as many fields as before. */
function FieldCount({ content }: { readonly content: string }) {
  const counted = useDeferredValue(content);
  const fields = useLatest(useMemo(() => fieldCount(counted), [counted]));
  return <span className="push">{fields !== undefined && fieldsText(fields)}</span>;
}
