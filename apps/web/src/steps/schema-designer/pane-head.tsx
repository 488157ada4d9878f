import { templates } from '@catbird/core/internal/templates';
import { useDeferredValue, useMemo, useState } from 'react';
import { fieldCount, fieldsText } from '../../state/field-count.ts';
import { CUSTOM } from '../../state/state.ts';
import { chooseFile, Select } from '../../ui/index.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useLatest } from '../../ui/use-latest.ts';

/** A view of the schema text. */
export type SchemaView = 'fields' | 'json';

/** Key in local storage. */
const KEY = 'schema-view';

function remembered(): SchemaView {
  try {
    return localStorage.getItem(KEY) === 'fields' ? 'fields' : 'json';
  } catch {
    // Storage is blocked.
    return 'json';
  }
}

/** The view of the schema, JSON at first. The last choice is remembered if the browser allows. */
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

const options = [...templates.map(({ name }) => name), CUSTOM].map((name) => ({ value: name, label: name }));

const VIEWS: readonly { readonly value: SchemaView; readonly label: string }[] = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
];

/** Props of the schema pane's head. */
interface PaneHeadProps {
  readonly view: SchemaView;
  readonly template: string;
  readonly content: string;
  readonly locked: boolean;
  /** A sample is there to compare rows with. */
  readonly canCompare: boolean;
  readonly onView: (view: SchemaView) => void;
  readonly onTemplate: (name: string) => void;
  readonly onBrowse: () => void;
  readonly onSample: () => void;
  readonly onConfig: (file: File) => void;
  readonly onCompare: () => void;
  readonly onFormat: () => void;
}

/** The views of the schema, where it comes from, and how many fields it has. */
export const PaneHead = (props: PaneHeadProps) => {
  const { view, template, content, locked, canCompare } = props;
  const { onView, onTemplate, onBrowse, onSample, onConfig, onCompare, onFormat } = props;
  return (
    <div className="pane-head">
      <h3 className="sr">Schema</h3>
      <Tabs label="Schema as" tabs={VIEWS} value={view} panel="schema-view" onValue={onView} />
      <Select
        className="select select-sm"
        aria-label="Template"
        value={template}
        options={options}
        disabled={locked}
        onValue={onTemplate}
      />
      <Mini disabled={locked} onClick={onBrowse}>
        Browse
      </Mini>
      <Mini disabled={locked} onClick={onSample}>
        From a sample…
      </Mini>
      <Mini disabled={locked} onClick={() => chooseFile(onConfig)}>
        Open a config…
      </Mini>
      {canCompare && <Mini onClick={onCompare}>Compare with the sample</Mini>}
      <FieldCount content={content} />
      {view === 'json' && (
        <Mini disabled={locked} onClick={onFormat}>
          Format
        </Mini>
      )}
    </div>
  );
};

const Mini = (props: {
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}) => <button className="mini" type="button" {...props} />;

/** A text that does not parse has as many fields as before. */
function FieldCount({ content }: { readonly content: string }) {
  const counted = useDeferredValue(content);
  const fields = useLatest(useMemo(() => fieldCount(counted), [counted]));
  return <span className="push">{fields !== undefined && fieldsText(fields)}</span>;
}
