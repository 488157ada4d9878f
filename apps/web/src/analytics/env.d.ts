interface ImportMetaEnv {
  /** Address of the analytics script, as the build was configured; empty for none. */
  readonly VITE_ANALYTICS_SRC: string;
}
