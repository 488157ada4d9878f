import './designer.css';
import {
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { flushSync } from 'react-dom';
import type { EditorHandle } from '../../editor/editor.tsx';
import type { StateBeforeRun } from '../../state/before-run.ts';
import type { KeptSample } from '../../state/kept-sample.ts';
import { CUSTOM } from '../../state/state.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActionBar, AddressNotice } from './action-bar.tsx';
import type { DesignerProps } from './designer-props.ts';
import { historyOf } from './fields/commands.ts';
import { faultOf, isRefreshing } from './health.ts';
import { Issues } from './issues.tsx';
import { MoreMenu } from './more-menu.tsx';
import { Preview } from './preview.tsx';
import { PastedEvent } from './sample/pasted-event.ts';
import { isLongSample } from './sample-offer.tsx';
import { SchemaViews } from './schema-views.tsx';
import { Toolbar } from './toolbar.tsx';
import { usePaste } from './use-paste.ts';
import { useProfile, type ProfileState } from './use-profile.ts';
import { useSchemaView } from './use-schema-view.ts';

export { loadFields } from './schema-views.tsx';

const TemplateGallery = lazyPart(
  async () => (await import('../../gallery/template-gallery.tsx')).TemplateGallery,
);

const SampleDialog = lazyPart(async () => (await import('./sample/sample-dialog.tsx')).SampleDialog);

const ComparisonDialog = lazyPart(
  async () => (await import('./comparison/comparison-dialog.tsx')).ComparisonDialog,
);

const ArrivedDialog = lazyPart(
  async () => (await import('../../run/arrived/arrived-dialog.tsx')).ArrivedDialog,
);

const DownloadBar = lazyPart(async () => (await import('./download/download-bar.tsx')).DownloadBar);

/** What a menu or a key has opened. */
type Opened =
  | { readonly kind: 'gallery' | 'comparison' | 'arrived' }
  /** @param given what it begins with: a text, which may be empty, or a file */
  | { readonly kind: 'sample'; readonly given: string | File };

const EDITS = { undo: false, redo: false };

/** The schema as a table of fields with their data, or as JSON, beside one row. Loaded when the step is first shown. */
export function Designer(props: DesignerProps) {
  const { state, locked, actions, onConfig } = props;
  const { template, content, sample } = state;
  const [view, setView] = useSchemaView();
  const editor = useRef<EditorHandle>(null);
  const step = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const [opened, setOpened] = useState<Opened>();
  const [hasDownload, setDownload] = useState(false);
  const shownSample = template === CUSTOM ? state.pasted : undefined;
  const [active, setActive] = useState<readonly string[]>();
  // Moving through a long table does not wait for the preview.
  const onActive = useCallback((path: typeof active) => startTransition(() => setActive(path)), []);
  useEffect(() => actions.check(), [actions]);
  const profile = useProfile(sample, (of, tell) => actions.profile(of, tell));
  const [edits, setEdits] = useState(EDITS);
  // After the editor has got the text, whose history this is.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the editor's history changes with its text
  useEffect(() => setEdits(editor.current?.edits() ?? EDITS), [content]);
  const open = useCallback((next: Opened): void => {
    opener.current = document.activeElement;
    setOpened(next);
  }, []);
  usePaste(step, locked, (given) => open({ kind: 'sample', given }));
  const close = (): void => {
    setOpened(undefined);
    const { current } = opener;
    const target = current?.isConnected === true ? current : step.current?.querySelector('.menu-button');
    if (target instanceof HTMLElement) target.focus();
  };
  const replace = (text: string, used: KeptSample | undefined): void => {
    actions.keepSample(used);
    if (editor.current === null) actions.edit(text);
    else editor.current.replace(text);
  };
  const showJson = (offset: number, length: number): void => {
    // The editor cannot scroll while the table hides it.
    flushSync(() => setView('json'));
    editor.current?.select(offset, length);
  };
  const preview = async (): Promise<void> => {
    await actions.preview();
    step.current?.querySelector('.preview')?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    // The editor would insert a line.
    event.preventDefault();
    event.stopPropagation();
    void preview();
  };
  const onHistory = (event: KeyboardEvent): void => {
    const change = historyOf(event);
    if (change === undefined || locked || event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    editor.current?.[change]();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts of the whole step
    <div className="designer-parts" ref={step} onKeyDownCapture={onKeyDown} onKeyDown={onHistory}>
      <AddressNotice state={state} />
      <div className="pane" data-view={view}>
        <Toolbar
          state={state}
          profile={profile}
          view={view}
          locked={locked}
          menu={
            <MoreMenu
              locked={locked}
              edits={edits}
              canCompare={shownSample !== undefined}
              onUndo={() => editor.current?.undo()}
              onRedo={() => editor.current?.redo()}
              onFormat={() => actions.format()}
              onDownload={() => setDownload(!hasDownload)}
              onCompare={() => open({ kind: 'comparison' })}
              onArrived={() => open({ kind: 'arrived' })}
              onBrowse={() => open({ kind: 'gallery' })}
              onConfig={onConfig}
              onSample={(given) => open({ kind: 'sample', given })}
              onReplace={(text) => replace(text, undefined)}
            />
          }
          onTemplate={(name) => actions.chooseTemplate(name)}
          onSample={() => open({ kind: 'sample', given: '' })}
          onView={setView}
          onJson={showJson}
        />
        <div className="panes">
          <div
            className="schema-views"
            onPasteCapture={(event) => {
              const pasted = event.clipboardData.getData('text');
              if (locked || !isLongSample(pasted)) return;
              // An editor of so many lines would block the page.
              event.preventDefault();
              event.stopPropagation();
              open({ kind: 'sample', given: pasted });
            }}
          >
            <PastedEvent value={shownSample?.only}>
              <Issues
                state={state}
                isJson={view === 'json'}
                locked={locked}
                onGoTo={showJson}
                onMake={() => open({ kind: 'sample', given: content })}
                onFix={(text) =>
                  editor.current === null ? actions.edit(text) : editor.current.edit(text, false)
                }
              >
                {(issues) => (
                  <SchemaViews
                    editor={editor}
                    view={view}
                    content={content}
                    issues={issues}
                    profile={profile.kind === 'ready' ? profile.profile : undefined}
                    isOld={isOldProfile(state, profile)}
                    locked={locked}
                    types={() => actions.types()}
                    onEdit={(text) => actions.edit(text)}
                    onRename={(request) => actions.rename(request)}
                    onActive={onActive}
                    onJson={showJson}
                  />
                )}
              </Issues>
            </PastedEvent>
          </div>
          <Preview state={state} active={view === 'fields' ? active : undefined} />
        </div>
        {hasDownload && (
          <Suspense>
            <DownloadBar state={state} locked={locked} actions={actions} />
          </Suspense>
        )}
      </div>
      <ActionBar {...props} onPreview={() => void preview()} />
      <Dialogs
        opened={opened}
        state={state}
        actions={actions}
        onUse={replace}
        onConfig={onConfig}
        onClose={close}
      />
    </div>
  );
}

/** What is open above the step. */
const Dialogs = ({
  opened,
  state,
  actions,
  onUse,
  onConfig,
  onClose,
}: Pick<DesignerProps, 'state' | 'actions' | 'onConfig'> & {
  readonly opened: Opened | undefined;
  readonly onUse: (schema: string, kept: KeptSample | undefined) => void;
  readonly onClose: () => void;
}) => (
  <Suspense>
    {opened?.kind === 'gallery' && (
      <TemplateGallery onUse={(name) => actions.chooseTemplate(name)} onClose={onClose} />
    )}
    {opened?.kind === 'sample' && (
      <SampleDialog given={opened.given} onUse={onUse} onConfig={onConfig} onClose={onClose} />
    )}
    {opened?.kind === 'comparison' && state.pasted && (
      <ComparisonDialog sample={state.pasted} rows={(spread) => actions.rows(spread)} onClose={onClose} />
    )}
    {opened?.kind === 'arrived' && <ArrivedDialog state={state} last={actions.sent()} onClose={onClose} />}
  </Suspense>
);

/** Whether what is shown is not of the schema as it stands. */
const isOldProfile = (state: StateBeforeRun, profile: ProfileState): boolean =>
  faultOf(state) !== undefined ||
  isRefreshing(state) ||
  profile.kind !== 'ready' ||
  profile.of !== state.sample;

/** Whether a key goes to a text that has an undo of its own. Params of a field are part of the schema. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof Element &&
  (target.closest('dialog, [role=dialog]') !== null ||
    (target.matches('input, textarea') && target.closest('.params, .common') === null));
