interface ImportMetaEnv {
  /** Address of the analytics script, set at build time; empty: none. */
  readonly VITE_ANALYTICS_SRC: string;
}
