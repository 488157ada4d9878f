interface ImportMetaEnv {
  /** The address that Source leads to; empty hides the link. */
  readonly VITE_REPOSITORY_URL: string;
}
