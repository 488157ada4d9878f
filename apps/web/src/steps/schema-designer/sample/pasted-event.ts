import { createContext } from 'react';

/** The one event that the schema was made from, for fields that are to keep its values. Undefined: there were several, or a definition. */
export const PastedEvent = createContext<Readonly<Record<string, unknown>> | undefined>(undefined);

/** The value of a field in an event. @param path its keys in the schema: `user`, `fields`, `name` */
export const valueIn = (event: unknown, path: readonly string[]): unknown =>
  path
    .filter((key, i) => i % 2 === 0 || key !== 'fields')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? Reflect.get(value, key)
          : undefined,
      event,
    );
