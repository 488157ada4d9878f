import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const ink = (name: string): string => `var(--color-${name})`;

/** The four inks of code. */
export const inks = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: ink('code-key') },
    { tag: tags.string, color: ink('code-string') },
    { tag: [tags.number, tags.bool, tags.null], color: ink('code-number') },
    { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: ink('code-punct') },
  ]),
);

/** The editor in the page's colours, light and dark, and its type. */
export const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: ink('code-punct'), fontSize: 'var(--text-code)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5rem', letterSpacing: '-0.01em' },
  '.cm-content': { padding: '0', caretColor: ink('now') },
  '.cm-line': { padding: '0 1rem 0 0.25rem' },
  '.cm-cursor': { borderLeft: `2px solid ${ink('now')}` },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: ink('muted') },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0 0 1rem', minWidth: '2.75rem' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 0.25rem', cursor: 'pointer' },
  '.cm-gutter-lint': { width: '0.5rem' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': {
    width: '3px',
    height: '1rem',
    margin: '0.25rem 0 0 0.25rem',
    borderRadius: '2px',
    content: 'none',
  },
  '.cm-lint-marker-error': { backgroundColor: ink('failed'), content: 'none' },
  '.cm-lint-marker-warning': { backgroundColor: ink('retried'), content: 'none' },
  '.cm-lint-marker-info': { backgroundColor: ink('edge'), content: 'none' },
  '.cm-lintRange': { backgroundImage: 'none', textDecorationSkipInk: 'none' },
  '.cm-lintRange-error': {
    textDecoration: `underline wavy ${ink('failed')} 1px`,
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintRange-warning': {
    textDecoration: `underline wavy ${ink('retried')} 1px`,
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintRange-info': {
    textDecoration: `underline dotted ${ink('edge')} 1px`,
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintPoint:after': { borderBottomColor: ink('failed') },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: ink('sunken') },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: ink('line'),
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: ink('line'), color: 'inherit' },
  '.cm-selectionMatch': { backgroundColor: ink('sunken') },
  '.cm-foldPlaceholder': {
    backgroundColor: ink('sunken'),
    border: '0',
    color: ink('muted'),
    padding: '0 0.375rem',
  },
  '.cm-tooltip': {
    backgroundColor: ink('raised'),
    color: ink('text'),
    border: `1px solid ${ink('line')}`,
    borderRadius: 'var(--radius-md)',
    boxShadow: 'var(--shadow-popup)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-sm)',
    maxHeight: '17rem',
    minWidth: '22rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '1.5rem',
    padding: '0.375rem 0.75rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: ink('sunken'),
    color: ink('ink'),
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: ink('now-text') },
  '.cm-completionDetail': { fontFamily: 'var(--font-sans)', fontStyle: 'normal', color: ink('muted') },
  '.cm-tooltip.cm-completionInfo, .type-hover': {
    padding: '0.5rem 0.75rem',
    maxWidth: '26rem',
    fontSize: 'var(--text-sm)',
  },
  '.type-hover code': {
    display: 'block',
    marginTop: '0.25rem',
    fontFamily: 'var(--font-mono)',
    color: ink('muted'),
    overflowWrap: 'anywhere',
  },
  '.cm-diagnostic': {
    padding: '0.5rem 0.75rem',
    border: '0',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-panels': { backgroundColor: ink('sunken'), color: ink('text'), border: '0' },
  '.cm-panels.cm-panels-top': { borderBottom: `1px solid ${ink('line')}` },
  '.cm-textfield': {
    backgroundColor: ink('surface'),
    border: `1px solid ${ink('edge')}`,
    borderRadius: 'var(--radius-sm)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: ink('surface'),
    border: `1px solid ${ink('edge')}`,
    borderRadius: 'var(--radius-sm)',
  },
});
