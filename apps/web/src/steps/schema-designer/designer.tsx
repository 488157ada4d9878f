import './designer.css';
import { startTransition, useCallback, useEffect, useState, type KeyboardEvent } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import { ActionBar, AddressNotice } from './action-bar.tsx';
import type { DesignerProps } from './designer-props.ts';
import { Preview } from './preview.tsx';
import { SchemaPane } from './schema-pane.tsx';

/** The pane that narrow windows show. */
type PaneName = 'schema' | 'preview';

const PANES: readonly { readonly value: PaneName; readonly label: string }[] = [
  { value: 'schema', label: 'Schema' },
  { value: 'preview', label: 'Preview' },
];

/** The schema beside its preview, both within the window, and the buttons at its foot. Loaded when the step is first shown. */
export function Designer(props: DesignerProps) {
  const { state, locked, actions } = props;
  const [pane, setPane] = useState<PaneName>('schema');
  const [active, setActive] = useState<readonly string[]>();
  // Moving through a long table does not wait for the preview.
  const onActive = useCallback((path: typeof active) => startTransition(() => setActive(path)), []);
  useEffect(() => actions.check(), [actions]);
  const preview = async (): Promise<void> => {
    const isValid = await actions.preview();
    setPane(isValid ? 'preview' : 'schema');
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
        <SchemaPane {...props} onActive={onActive} />
        <Preview state={state} active={active} locked={locked} actions={actions} />
      </div>
      <ActionBar {...props} onPreview={() => void preview()} />
    </div>
  );
}
