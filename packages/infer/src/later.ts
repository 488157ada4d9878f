/** Loads what tells samples from schemas. */
export const loadInference = () => import('./looks-like-sample.ts');

/** Loads the search for generator types, with the words that people use. */
export const loadTypeSearch = () => import('./search/type-search.ts');

/** Loads the readers of definitions, each of which loads its own parser. */
export const loadDefinitions = () => import('./definitions/definition.ts');
