import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory, undoDepth } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, Transaction, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { Issue } from '@catbird/core';
import type { TypeSummary } from '../worker/protocol.ts';
import { completeTypes, explainTypes } from './completion.ts';
import { highlighting, theme } from './theme.ts';

/** An editor in the document. */
export interface View {
  /** Replaces the text, unless it is the same. */
  show(content: string): void;
  /** Replaces the text by an edit of its own, which undo takes back. */
  replace(content: string): void;
  /** Marks issues at their places. */
  mark(issues: readonly Issue[]): void;
  lock(locked: boolean): void;
  select(offset: number, length: number): void;
  remove(): void;
}

/** Options of an editor. */
export interface ViewOptions {
  /** Accessible name. */
  readonly label: string;
  readonly types: () => Promise<readonly TypeSummary[]>;
  readonly onEdit: (content: string) => void;
}

/** Marks a change made by `show`, which is not reported back. */
const isExternal = Annotation.define<true>();

/** Creates an editor in an element. */
export function newView(parent: HTMLElement, options: ViewOptions): View {
  const locking = new Compartment();
  // In a shadow root the editor adopts its style sheets. In the document it would write style elements, which the page's policy forbids.
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const view = new EditorView({ parent: root, root, extensions: extensionsOf(options, locking) });
  return {
    show(content) {
      const { doc } = view.state;
      if (doc.toString() === content) return;
      view.dispatch({
        changes: { from: 0, to: doc.length, insert: content },
        // Undo stops at the text before the first edit, not at an empty editor.
        annotations: [isExternal.of(true), Transaction.addToHistory.of(undoDepth(view.state) > 0)],
      });
    },
    replace(content) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: content },
        selection: { anchor: 0 },
        annotations: isolateHistory.of('full'),
        scrollIntoView: true,
      });
    },
    mark: (issues) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          issues.map((issue) => diagnosticOf(issue, view.state)),
        ),
      ),
    lock: (locked) =>
      view.dispatch({
        effects: locking.reconfigure(
          locked ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [],
        ),
      }),
    select(offset, length) {
      const { doc } = view.state;
      const anchor = Math.min(offset, doc.length);
      const head = Math.min(offset + length, doc.length);
      view.dispatch({
        selection: { anchor, head },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      view.focus();
    },
    remove: () => view.destroy(),
  };
}

function extensionsOf({ label, types, onEdit }: ViewOptions, locking: Compartment): Extension {
  let loaded: Promise<readonly TypeSummary[]> | undefined;
  const typesOnce = (): Promise<readonly TypeSummary[]> => (loaded ??= types());
  return [
    basics,
    json(),
    highlighting,
    theme,
    lintGutter(),
    autocompletion({ override: [completeTypes(typesOnce)], icons: false }),
    explainTypes(typesOnce),
    locking.of([]),
    EditorView.updateListener.of(({ transactions, docChanged, state }) => {
      const isOurs = transactions.some((transaction) => transaction.annotation(isExternal) === true);
      if (docChanged && !isOurs) onEdit(state.doc.toString());
    }),
    EditorView.contentAttributes.of({ 'aria-label': label }),
  ];
}

/** Typing over a selection of this many characters bypasses the browser. */
const LARGE = 1000;

/**
 * Browsers take seconds to minutes to delete thousands of highlighted words from the document, and give the replacement a
 * style attribute, which the page's policy blocks. Changing the editor's state avoids both.
 */
const replaceLargeSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to } = view.state.selection.main;
    const { inputType, data } = event;
    if (inputType !== 'insertText' || data === null || from === to || view.state.readOnly) return false;
    if (data.length === 1 && to - from < LARGE) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type' });
    event.preventDefault();
    return true;
  },
});

const basics: Extension = [
  replaceLargeSelection,
  lineNumbers(),
  foldGutter(),
  codeFolding(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  search({ top: true }),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  EditorState.tabSize.of(2),
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...lintKeymap,
    ...searchKeymap,
  ]),
];

function diagnosticOf({ offset, length, message, hint, severity }: Issue, { doc }: EditorState): Diagnostic {
  const from = Math.min(offset, doc.length);
  const text = hint === undefined ? message : `${message}. ${hint}`;
  return {
    from,
    to: Math.min(Math.max(from + length, from), doc.length),
    severity: severity === 'note' ? 'info' : severity,
    message: text,
  };
}
