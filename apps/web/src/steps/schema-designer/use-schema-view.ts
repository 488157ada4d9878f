import { useState } from 'react';
import type { SchemaView } from './toolbar.tsx';

/** Key in local storage. */
const KEY = 'schema-view';

function remembered(): SchemaView {
  try {
    return localStorage.getItem(KEY) === 'json' ? 'json' : 'fields';
  } catch {
    // Storage is blocked.
    return 'fields';
  }
}

/** The view of the schema, its fields at first. The last choice is remembered if the browser allows. */
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
