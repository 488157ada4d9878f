export { newTypeSearch, type Found } from '../search/search.ts';
