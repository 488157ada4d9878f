import './designer.css';
import { startTransition, useCallback, useEffect, useState, type KeyboardEvent } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import { ActionBar, AddressNotice } from './action-bar.tsx';
import type { DesignerProps, ViewName, WantedField } from './designer-props.ts';
import { loadExplorer, Preview } from './preview.tsx';
import { SchemaPane } from './schema-pane.tsx';
import { loadFields } from './schema-views.tsx';

/** Loads what the step shows first. */
export const loadParts = () => Promise.all([loadFields(), loadExplorer()]);

/** The pane that narrow windows show. */
type PaneName = 'data' | 'schema';

const PANES: readonly { readonly value: PaneName; readonly label: string }[] = [
  { value: 'data', label: 'Data' },
  { value: 'schema', label: 'Fields' },
];

/** The schema beside its data, both within the window, and the buttons at its foot. Loaded when the step is first shown. */
export function Designer(props: DesignerProps) {
  const { state, locked, actions } = props;
  const [pane, setPane] = useState<PaneName>('data');
  const [view, setView] = useState<ViewName>('table');
  const [active, setActive] = useState<readonly string[]>();
  const [wanted, setWanted] = useState<WantedField>();
  // Moving through a long table does not wait for the preview.
  const onActive = useCallback((path: typeof active) => startTransition(() => setActive(path)), []);
  const onField = useCallback((path: readonly string[], opensForm: boolean) => {
    setActive(path);
    setWanted({ path, opensForm });
  }, []);
  useEffect(() => actions.check(), [actions]);
  const preview = async (): Promise<void> => {
    const isValid = await actions.preview();
    setPane(isValid ? 'data' : 'schema');
    setView('row');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    // The editor would insert a line.
    event.preventDefault();
    event.stopPropagation();
    void preview();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut of the whole step
    <div className="designer-parts" onKeyDownCapture={onKeyDown}>
      <AddressNotice state={state} />
      <Tabs
        label="Show"
        className="only-small"
        tabs={PANES}
        value={pane}
        panel="designer-panes"
        onValue={setPane}
      />
      <div className="panes" id="designer-panes" data-show={pane}>
        <SchemaPane {...props} wanted={wanted} onActive={onActive} />
        <Preview
          state={state}
          view={view}
          active={active}
          locked={locked}
          actions={actions}
          onView={setView}
          onField={onField}
        />
      </div>
      <ActionBar {...props} onPreview={() => void preview()} />
    </div>
  );
}
