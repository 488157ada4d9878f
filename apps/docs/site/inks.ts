import type { MarkdownOptions } from 'vitepress';

type Theme = Exclude<NonNullable<MarkdownOptions['theme']>, string | { light: unknown; dark: unknown }>;

/** Classes for highlighted code and their scopes. The colours are placeholders, which `inkClasses` replaces with the classes. */
const INKS: readonly (readonly [ink: string, colour: string, scopes: readonly string[]])[] = [
  ['ink-comment', '#000001', ['comment']],
  [
    'ink-string',
    '#000002',
    ['string', 'punctuation.definition.string', 'constant.character.escape', 'markup.inline.raw'],
  ],
  [
    'ink-number',
    '#000003',
    ['constant.numeric', 'constant.language', 'variable.parameter.option', 'constant.other.option'],
  ],
  ['ink-punct', '#000004', ['punctuation', 'keyword.operator', 'meta.brace']],
  ['ink-word', '#000005', ['keyword', 'storage', 'entity.name.command', 'entity.name.function.call']],
  [
    'ink-key',
    '#000006',
    [
      'support.type.property-name',
      'entity.name.tag',
      'meta.object-literal.key',
      'support.type.property-name punctuation',
    ],
  ],
];

/** A Shiki theme with the page's few colours for code. */
export const inks: Theme = {
  name: 'catbird',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: INKS.map(([, foreground, scope]) => ({ scope: [...scope], settings: { foreground } })),
};

const classes = new Map(INKS.map(([ink, colour]) => [`color:${colour}`, ink]));

/** Replaces style attributes, which the site's policy forbids, with classes. */
export const inkClasses: NonNullable<MarkdownOptions['codeTransformers']>[number] = {
  name: 'catbird:inks',
  span(node) {
    const { style } = node.properties;
    delete node.properties['style'];
    const ink = typeof style === 'string' ? classes.get(style.toLowerCase()) : undefined;
    if (ink !== undefined) node.properties['class'] = ink;
  },
};
