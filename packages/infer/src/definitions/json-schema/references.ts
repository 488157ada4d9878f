import { isObject } from '@catbird/engine';
import type { JsonObject } from '../definition.ts';

/** The base of a document that names none. */
const NO_BASE = 'schema://document/';

/** Finds the schemas that references lead to. */
export interface References {
  /** What a reference in a schema leads to. Undefined: outside of the document, or nothing. */
  readonly find: (reference: string, from: JsonObject) => unknown;
  /** What `$dynamicRef` leads to: of several schemas with one dynamic anchor, the outermost. */
  readonly findDynamic: (reference: string, from: JsonObject) => unknown;
  /** The place of a schema as a JSON pointer. Undefined if it is not in the document. */
  readonly placeOf: (schema: object) => string | undefined;
}

/** References within a document: pointers, `$id`, `$anchor`, and `id` of draft 4. */
export function referencesIn(document: JsonObject): References {
  const bases = new WeakMap<object, string>();
  const resources = new Map<string, unknown>([[NO_BASE, document]]);
  const anchors = new Map<string, unknown>();
  const outermost = new Map<unknown, unknown>();
  const hasOldIds = /draft-0[34]/.test(String(document['$schema']));

  const places = new WeakMap<object, string>();

  const anchor = (value: JsonObject, base: string): void => {
    const { $anchor, $dynamicAnchor: dynamic } = value;
    for (const each of [$anchor, dynamic])
      if (typeof each === 'string') anchors.set(`${base}#${each}`, value);
    // Outer schemas come first.
    if (typeof dynamic === 'string' && !outermost.has(dynamic)) outermost.set(dynamic, value);
  };
  const walk = (value: unknown, outer: string, place: string): void => {
    if (typeof value !== 'object' || value === null || bases.has(value)) return;
    let base = outer;
    if (isObject(value)) {
      const id = value['$id'] ?? (hasOldIds ? value['id'] : undefined);
      if (typeof id === 'string') base = named(id, outer, value);
      anchor(value, base);
    }
    bases.set(value, base);
    places.set(value, place);
    for (const [key, each] of Object.entries(value))
      walk(each, base, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  const named = (id: string, outer: string, value: JsonObject): string => {
    const url = absolute(id, outer);
    const [resource = '', anchor = ''] = url.split('#', 2);
    if (anchor !== '') anchors.set(url, value);
    if (id.startsWith('#')) return outer;
    resources.set(resource, value);
    return resource;
  };
  walk(document, NO_BASE, '#');
  const find = (reference: string, from: JsonObject): unknown => {
    const url = absolute(reference, bases.get(from) ?? NO_BASE);
    const [resource = '', fragment = ''] = url.split('#', 2);
    const found = resources.get(resource);
    if (fragment === '') return found;
    // Documents are often cut out of larger ones: a pointer that leads nowhere in its resource may do so in the document.
    if (fragment.startsWith('/')) return pointed(found, fragment) ?? pointed(document, fragment);
    return anchors.get(url) ?? anchors.get(`${NO_BASE}#${fragment}`);
  };
  return {
    placeOf: (schema) => places.get(schema),
    find,
    findDynamic(reference, from) {
      const found = find(reference, from);
      return (isObject(found) ? outermost.get(found['$dynamicAnchor']) : undefined) ?? found;
    },
  };
}

function absolute(reference: string, base: string): string {
  if (URL.canParse(reference, base)) return new URL(reference, base).href;
  return reference.startsWith('#') ? `${base.split('#', 1)[0]}${reference}` : reference;
}

/** What a JSON pointer leads to. */
function pointed(root: unknown, pointer: string): unknown {
  return pointer
    .slice(1)
    .split('/')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([name]) => name === part)?.[1]
          : undefined,
      root,
    );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that stands for itself.
    return part;
  }
}
