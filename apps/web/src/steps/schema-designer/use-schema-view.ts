import { useState } from 'react';

/** A view of the schema text. */
export type SchemaView = 'fields' | 'json';

/** Key in local storage. */
const KEY = 'schema-view';

function remembered(): SchemaView {
  try {
    return localStorage.getItem(KEY) === 'fields' ? 'fields' : 'json';
  } catch {
    // Storage is blocked.
    return 'json';
  }
}

/** The view of the schema, JSON at first. The last choice is remembered if the browser allows. */
export function useSchemaView(): readonly [SchemaView, (view: SchemaView) => void] {
  const [view, setView] = useState(remembered);
  return [
    view,
    (chosen) => {
      setView(chosen);
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // Storage is blocked: the choice lasts until the page is closed.
      }
    },
  ];
}
