import type { Reference } from '../generator.ts';
import { isObject } from '../../model/json.ts';

/** In front of a name: a field of the enclosing object, even if the object has a field of that name itself. */
export const OUTER = '^';

/** The field named by the first argument: a name, or an object with the name under `key`. */
export const namedIn =
  (key: string) =>
  (args: readonly unknown[]): readonly Reference[] => {
    const [given] = args;
    const name = isObject(given) ? given[key] : given;
    return typeof name === 'string' ? [{ name, path: isObject(given) ? [0, key] : [0] }] : [];
  };
