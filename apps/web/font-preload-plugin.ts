import type { Plugin } from 'vite';

/** Loads the fonts with the document: found only in the style sheet, they would come after the first paint and move the text. */
export const fontPreload = (): Plugin => ({
  name: 'catbird:font-preload',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` },
          injectTo: 'head' as const,
        })),
  },
});
