import type { Theme } from 'vitepress';
import Layout from './layout.vue';
import TypeCatalogue from './type-catalogue.vue';

const theme: Theme = {
  Layout,
  enhanceApp({ app }) {
    // Used by name in Markdown.
    app.component('TypeCatalogue', TypeCatalogue);
    // The built site links its script and styles; `vitepress dev` loads them from source.
    if (import.meta.env.DEV && !import.meta.env.SSR) void import('../../client/main.ts');
  },
};
export default theme;
