/** `@catbird/core/search`: finds generator types by name, synonym and meaning. It loads no generator. */
export { newTypeSearch, synonymsOf, type Found, type Searchable } from './search.ts';
