import type { Theme } from 'vitepress';
import Layout from './layout.vue';
import TypeCatalogue from './type-catalogue.vue';

const theme: Theme = {
  Layout,
  enhanceApp({ app }) {
    // Markdown uses it by name.
    app.component('TypeCatalogue', TypeCatalogue);
    // The built site has script and styles of its own; `vitepress dev` takes them from their source.
    if (import.meta.env.DEV && !import.meta.env.SSR) void import('../../client/main.ts');
  },
};
export default theme;
