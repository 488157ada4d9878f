import type { MarkdownOptions } from 'vitepress';

type Theme = Exclude<NonNullable<MarkdownOptions['theme']>, string | { light: unknown; dark: unknown }>;

/** Classes for highlighted code and their scopes. The colours are placeholders, which `tokenClasses` replaces with the classes. */
const TOKENS: readonly (readonly [name: string, colour: string, scopes: readonly string[]])[] = [
  ['token-comment', '#000001', ['comment']],
  [
    'token-string',
    '#000002',
    ['string', 'punctuation.definition.string', 'constant.character.escape', 'markup.inline.raw'],
  ],
  [
    'token-number',
    '#000003',
    ['constant.numeric', 'constant.language', 'variable.parameter.option', 'constant.other.option'],
  ],
  ['token-punct', '#000004', ['punctuation', 'keyword.operator', 'meta.brace']],
  ['token-word', '#000005', ['keyword', 'storage', 'entity.name.command', 'entity.name.function.call']],
  [
    'token-key',
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
export const highlightTheme: Theme = {
  name: 'catbird',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: TOKENS.map(([, foreground, scope]) => ({ scope: [...scope], settings: { foreground } })),
};

const classes = new Map(TOKENS.map(([name, colour]) => [`color:${colour}`, name]));

/** Replaces style attributes, which the site's policy forbids, with classes. */
export const tokenClasses: NonNullable<MarkdownOptions['codeTransformers']>[number] = {
  name: 'catbird:token-classes',
  span(node) {
    const { style } = node.properties;
    delete node.properties['style'];
    const name = typeof style === 'string' ? classes.get(style.toLowerCase()) : undefined;
    if (name !== undefined) node.properties['class'] = name;
  },
};
