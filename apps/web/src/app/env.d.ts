interface ImportMetaEnv {
  /** Target of the Source link; empty hides the link. */
  readonly VITE_REPOSITORY_URL: string;
}
