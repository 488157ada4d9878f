declare module 'virtual:gallery-rows' {
  /** A row of every template by its name: names and values of its first fields, generated at build time. */
  export const rows: Readonly<Record<string, readonly (readonly [name: string, value: string])[]>>;
}
