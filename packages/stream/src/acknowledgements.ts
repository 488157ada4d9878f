import type { Span, Range } from '@catbird/send';

/** When rows were acknowledged. */
export interface Acknowledgements {
  /** Times are rounded up to a multiple of so many milliseconds. */
  readonly toMs: number;
  /** Rows with the same time, in order and disjoint. */
  readonly spans: readonly Span[];
}

/** Nothing is known. */
export const NO_ACKNOWLEDGEMENTS: Acknowledgements = { toMs: 10, spans: [] };

/** Beyond, times become coarser. */
const MOST_SPANS = 10_000;

/** Notes when rows are acknowledged. Of a row that is acknowledged again, the first time counts. */
export function newAcknowledgements(before: Acknowledgements): {
  readonly note: (rows: Range, ms: number) => void;
  readonly soFar: () => Acknowledgements;
} {
  let { toMs } = before;
  let spans = [...before.spans];
  const rounded = (ms: number): number => Math.ceil(ms / toMs) * toMs;
  return {
    note([first, end], exactMs) {
      const ms = rounded(exactMs);
      let at = spans.length;
      while (at > 0 && (spans[at - 1]?.end ?? 0) > first) at--;
      const added: Span[] = [];
      let from = first;
      let to = at;
      for (let span = spans[to]; span !== undefined && span.first < end; span = spans[++to]) {
        if (span.first > from) added.push({ first: from, end: span.first, ms });
        added.push(span);
        from = span.end;
      }
      if (from < end) added.push({ first: from, end, ms });
      const start = Math.max(0, at - 1);
      const near = [...spans.slice(start, at), ...added, ...spans.slice(to, to + 1)];
      spans.splice(start, to + 1 - start, ...joined(near, (last, next) => last.end === next.first));
      while (spans.length > MOST_SPANS) {
        toMs *= 2;
        // Rows between them have no time, or later the same.
        spans = joined(
          spans.map((span) => ({ ...span, ms: rounded(span.ms) })),
          () => true,
        );
      }
    },
    soFar: () => ({ toMs, spans: [...spans] }),
  };
}

/** Joins spans of the same time that follow each other. */
function joined(spans: readonly Span[], mayJoin: (last: Span, next: Span) => boolean): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last !== undefined && last.ms === span.ms && mayJoin(last, span))
      all[all.length - 1] = { ...last, end: span.end };
    else all.push(span);
  }
  return all;
}
