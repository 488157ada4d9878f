/** Exit codes. */
export const EXIT = {
  /** Success: every row was accepted. */
  ok: 0,
  /** Rows or the run failed. */
  failed: 1,
  /** Invalid usage, schema or config. */
  usage: 2,
  /** Another process has taken over the state, and goes on with the stream. */
  elsewhere: 3,
  /** Missed threshold: `--max-failure-rate`, `--min-rate`. */
  threshold: 99,
  /** Interrupted by a signal. */
  interrupted: 130,
} as const;

/** One of `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** From worst to best: a failure, a missed threshold, a stream that goes on elsewhere, an interruption by a person. */
const WORST_FIRST = [EXIT.failed, EXIT.usage, EXIT.threshold, EXIT.elsewhere, EXIT.interrupted] as const;

/** The exit code for several streams: the worst one. */
export const worstOf = (codes: readonly ExitCode[]): ExitCode =>
  WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.ok;
