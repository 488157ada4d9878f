import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const color = (name: string): string => `var(--color-${name})`;

/** The four colours of code. */
export const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: color('code-key') },
    { tag: tags.string, color: color('code-string') },
    { tag: [tags.number, tags.bool, tags.null], color: color('code-number') },
    { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: color('code-punct') },
  ]),
);

/** Attribute of an editor whose lines have been measured. */
export const MEASURED = 'data-measured';

/** The page's colours, light and dark, and its fonts. */
export const theme = EditorView.theme({
  // It scrolls inside the place that the step gives it.
  '&': {
    flex: '1',
    minHeight: '0',
    backgroundColor: 'transparent',
    color: color('code-punct'),
    fontSize: 'var(--text-code)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'auto',
    overscrollBehavior: 'contain',
    scrollbarWidth: 'thin',
    scrollbarColor: `${color('edge')} transparent`,
    fontFamily: 'var(--font-mono)',
    lineHeight: '1.5rem',
    letterSpacing: '-0.01em',
  },
  '.cm-content': { padding: '0.625rem 0', caretColor: color('now') },
  '.cm-line': { padding: '0 1rem 0 0.25rem' },
  '.cm-cursor': { borderLeft: `2px solid ${color('now')}` },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: color('muted') },
  [`&:not([${MEASURED}]) .cm-gutters`]: { visibility: 'hidden' },
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
  '.cm-lint-marker-error': { backgroundColor: color('failed'), content: 'none' },
  '.cm-lint-marker-warning': { backgroundColor: color('retried'), content: 'none' },
  '.cm-lint-marker-info': { backgroundColor: color('edge'), content: 'none' },
  '.cm-lintRange': { backgroundImage: 'none', textDecorationSkipInk: 'none' },
  '.cm-lintRange-error': {
    textDecoration: `underline wavy ${color('failed')} 1px`,
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintRange-warning': {
    textDecoration: `underline wavy ${color('retried')} 1px`,
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintRange-info': {
    textDecoration: `underline dotted ${color('edge')} 1px`,
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintPoint:after': { borderBottomColor: color('failed') },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: color('sunken') },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: color('line'),
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: color('line'),
    color: 'inherit',
  },
  '.cm-selectionMatch': { backgroundColor: color('sunken') },
  '.cm-foldPlaceholder': {
    backgroundColor: color('sunken'),
    border: '0',
    color: color('muted'),
    padding: '0 0.375rem',
  },
  '.cm-tooltip': {
    backgroundColor: color('raised'),
    color: color('text'),
    border: `1px solid ${color('line')}`,
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
    backgroundColor: color('sunken'),
    color: color('ink'),
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: color('now-text') },
  '.cm-completionDetail': { fontFamily: 'var(--font-sans)', fontStyle: 'normal', color: color('muted') },
  '.cm-tooltip.cm-completionInfo, .type-hover': {
    padding: '0.5rem 0.75rem',
    maxWidth: '26rem',
    fontSize: 'var(--text-sm)',
  },
  '.type-hover code': {
    display: 'block',
    marginTop: '0.25rem',
    fontFamily: 'var(--font-mono)',
    color: color('muted'),
    overflowWrap: 'anywhere',
  },
  '.cm-diagnostic': {
    padding: '0.5rem 0.75rem',
    border: '0',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-panels': { backgroundColor: color('sunken'), color: color('text'), border: '0' },
  '.cm-panels.cm-panels-top': { borderBottom: `1px solid ${color('line')}` },
  '.cm-textfield': {
    backgroundColor: color('surface'),
    border: `1px solid ${color('edge')}`,
    borderRadius: 'var(--radius-sm)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: color('surface'),
    border: `1px solid ${color('edge')}`,
    borderRadius: 'var(--radius-sm)',
  },
  // Windows contrast themes remove backgrounds; these have meaning.
  '@media (forced-colors: active)': {
    '.cm-selectionBackground, .cm-matchingBracket, .cm-selectionMatch': {
      outline: '1px solid Highlight',
      outlineOffset: '-1px',
    },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      outline: '2px solid Highlight',
      outlineOffset: '-2px',
    },
    '.cm-lint-marker': { forcedColorAdjust: 'none' },
  },
});
