import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, Transaction, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { SchemaIssue } from '@catbird/engine';
import { difference } from '../schema-text/difference.ts';
import type { TypeSummary } from '../worker/type-protocol.ts';
import { completeTypes, explainTypes } from './completion.ts';
import { highlighting, MEASURED, theme } from './theme.ts';
import type { FindType } from './type-completion.ts';

/** An editor in the document. */
export interface View {
  /** Replaces the text, unless it is the same. */
  show(content: string): void;
  /** Replaces the text by an edit of its own, which undo takes back. */
  replace(content: string): void;
  /** Turns the text into another one by the smallest edit. `typing`: undone together with what was typed just before. */
  edit(content: string, typing: boolean): void;
  undo(): void;
  redo(): void;
  edits(): Edits;
  /** Marks issues at their places. */
  mark(issues: readonly SchemaIssue[]): void;
  lock(locked: boolean): void;
  select(offset: number, length: number): void;
  remove(): void;
}

/** Whether there are edits to take back, or to bring back. */
export interface Edits {
  readonly undo: boolean;
  readonly redo: boolean;
}

/** A selection with the focus, in UTF-16 units. */
export interface Selected {
  readonly anchor: number;
  readonly head: number;
}

/** Options of an editor. */
export interface ViewOptions {
  /** The first text. */
  readonly content: string;
  /** What is selected at the start; undefined: the editor does not take the focus. */
  readonly selected: Selected | undefined;
  /** Accessible name. */
  readonly label: string;
  readonly types: () => Promise<readonly TypeSummary[]>;
  /** Opens the type picker. */
  readonly onFind: FindType;
  readonly onEdit: (content: string) => void;
}

/** Marks a change made by `show`, which is not reported back. */
const isExternal = Annotation.define<true>();

/**
 * Creates an editor in an element. The text comes in a task of its own, since both in one would block the page for too long; at
 * once if the editor has or gets the focus, or a command.
 */
export function newView(parent: HTMLElement, options: ViewOptions): View {
  const locking = new Compartment();
  // In a shadow root the editor adopts its style sheets. In the document it would write style elements, which the page's policy forbids.
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const { content: doc, selected } = options;
  const isUsed = selected !== undefined;
  const view = new EditorView({
    ...(isUsed && { doc, selection: selected }),
    parent: root,
    root,
    extensions: extensionsOf(options, locking),
  });
  const filled = newFilledView(view, locking);
  let first: Waiting | undefined = isUsed ? undefined : { content: doc, issues: [] };
  const fill = (): void => {
    if (first === undefined) return;
    const { content, issues } = first;
    first = undefined;
    clearTimeout(timer);
    filled.show(content);
    filled.mark(issues);
  };
  const timer = setTimeout(fill);
  view.dom.addEventListener('focusin', fill, { once: true });
  if (isUsed) view.focus();
  const whole = (): View => {
    fill();
    return filled;
  };
  return {
    show(content) {
      if (first === undefined) filled.show(content);
      else first = { ...first, content };
    },
    mark(issues) {
      if (first === undefined) filled.mark(issues);
      else first = { ...first, issues };
    },
    lock: (locked) => filled.lock(locked),
    replace: (content) => whole().replace(content),
    edit: (content, typing) => whole().edit(content, typing),
    undo: () => whole().undo(),
    redo: () => whole().redo(),
    edits: () => filled.edits(),
    select: (offset, length) => whole().select(offset, length),
    remove() {
      clearTimeout(timer);
      filled.remove();
    },
  };
}

/** What an editor shows once it has its text. */
interface Waiting {
  readonly content: string;
  readonly issues: readonly SchemaIssue[];
}

/** What is done with an editor that has its text. */
function newFilledView(view: EditorView, locking: Compartment): View {
  let isMarked = false;
  return {
    show(content) {
      const { doc } = view.state;
      if (doc.toString() === content) return;
      view.dispatch({
        changes: { from: 0, to: doc.length, insert: content },
        // Undo brings back what a template replaced, but stops at the first text, not at an empty editor.
        annotations: [
          isExternal.of(true),
          isolateHistory.of('full'),
          Transaction.addToHistory.of(doc.length > 0),
        ],
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
    edit(content, typing) {
      const before = view.state.doc.toString();
      if (before === content) return;
      view.dispatch({
        changes: difference(before, content),
        annotations: typing ? Transaction.userEvent.of('input.type') : isolateHistory.of('full'),
      });
    },
    undo: () => undo(view),
    redo: () => redo(view),
    edits: () => ({ undo: undoDepth(view.state) > 0, redo: redoDepth(view.state) > 0 }),
    mark(issues) {
      // Marks in the gutter outlive the text that they were for.
      if (issues.length === 0 && !isMarked) return;
      isMarked = issues.length > 0;
      view.dispatch(
        setDiagnostics(
          view.state,
          issues.map((issue) => diagnosticOf(issue, view.state)),
        ),
      );
    },
    lock(locked) {
      if (view.state.readOnly === locked) return;
      view.dispatch({
        effects: locking.reconfigure(
          locked ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [],
        ),
      });
    },
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

function extensionsOf(
  { label, types, onFind, onEdit }: Omit<ViewOptions, 'content'>,
  locking: Compartment,
): Extension {
  let loaded: Promise<readonly TypeSummary[]> | undefined;
  const typesOnce = (): Promise<readonly TypeSummary[]> => (loaded ??= types());
  return [
    basics,
    json(),
    highlighting,
    theme,
    lintGutter(),
    autocompletion({ override: [completeTypes(typesOnce, onFind)], icons: false }),
    explainTypes(typesOnce),
    locking.of([]),
    closeOnOtherEdits,
    EditorView.updateListener.of(({ transactions, docChanged, state }) => {
      const isOurs = transactions.some((transaction) => transaction.annotation(isExternal) === true);
      if (docChanged && !isOurs) onEdit(state.doc.toString());
    }),
    // Locked, it still scrolls by keyboard.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

/** Completions belong to what is being typed: another change of the text, such as undo, may have changed the type. */
const closeOnOtherEdits = EditorView.updateListener.of(({ view, state, docChanged, transactions }) => {
  const isTyped = transactions.some((each) => each.isUserEvent('input') || each.isUserEvent('delete'));
  if (docChanged && !isTyped && completionStatus(state) !== null) closeCompletion(view);
});

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

/** Shows line numbers once lines have been measured, which waits until the editor is in view: until then, those of wrapped lines would stand in wrong places, and then move. */
const numberMeasuredLines = EditorView.updateListener.of(({ view, geometryChanged, transactions }) => {
  if (geometryChanged && transactions.length === 0) view.dom.toggleAttribute(MEASURED, true);
});

const basics: Extension = [
  replaceLargeSelection,
  numberMeasuredLines,
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

function diagnosticOf(
  { offset, length, message, hint, severity }: SchemaIssue,
  { doc }: EditorState,
): Diagnostic {
  const from = Math.min(offset, doc.length);
  const text = hint === undefined ? message : `${message}. ${hint}`;
  return {
    from,
    to: Math.min(Math.max(from + length, from), doc.length),
    severity: severity === 'note' ? 'info' : severity,
    message: text,
  };
}
