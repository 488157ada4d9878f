/** How a command says by its exit code what came of it. */
export const EXIT = {
  /** Done; every row was accepted. */
  ok: 0,
  /** Rows failed, or the run did. */
  failed: 1,
  /** Usage, schema or config. */
  usage: 2,
  /** A threshold was missed: `--max-failure-rate`, `--min-rate`. */
  threshold: 99,
  /** Interrupted by a signal. */
  interrupted: 130,
} as const;

/** One of `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** From bad to good: what failed counts more than what was missed, and that more than what a person ended. */
const WORST_FIRST = [EXIT.failed, EXIT.usage, EXIT.threshold, EXIT.interrupted] as const;

/** What a process says about several streams: the worst of them. */
export const worstOf = (codes: readonly ExitCode[]): ExitCode =>
  WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.ok;
