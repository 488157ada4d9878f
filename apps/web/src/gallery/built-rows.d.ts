/* Made at build time: see built-rows.ts beside vite.config.ts. */
declare module 'virtual:landing-rows' {
  export const landing: typeof import('../../built-rows.ts').landing;
}
declare module 'virtual:gallery-rows' {
  export const gallery: typeof import('../../built-rows.ts').gallery;
}
