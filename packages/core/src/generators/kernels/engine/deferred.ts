import type { Chunk, Deferred, Texts } from './cell.ts';
import { newTexts } from './texts.ts';
import { newSubject, type Subject } from '../../../numeric/random.ts';

/** The values of a field for a chunk of rows: see `Column`. */
interface DeferredFilling {
  readonly fill: (chunk: Chunk, subject: Subject) => void;
  readonly values: undefined;
  readonly texts: () => Texts;
}

/** What was chosen is known: nothing is drawn. */
const NO_SUBJECT = newSubject(0);

/** Texts are written when the first one of a chunk is read: those of entities whose members are cached never are. */
export function filledWhenRead({ choose, text }: Deferred): DeferredFilling {
  const written = newTexts();
  let pending: Pick<Chunk, 'rows' | 'selection'> | undefined;
  const write = (): Texts => {
    const rows = pending;
    pending = undefined;
    if (rows !== undefined)
      written.write(
        rows,
        (own) => text.maxBytes + (text.measure?.(own, NO_SUBJECT) ?? 0),
        (own) => text.column(own, NO_SUBJECT),
      );
    return written;
  };
  const texts: Texts = {
    get bytes() {
      return write().bytes;
    },
    get view() {
      return write().view;
    },
    get longest() {
      return write().longest;
    },
    start: (chunk, r) => write().start(chunk, r),
    end: (chunk, r) => write().end(chunk, r),
    get starts() {
      return write().starts;
    },
    get ends() {
      return write().ends;
    },
  };
  return {
    fill(chunk, subject) {
      choose(chunk, subject);
      pending = { rows: chunk.rows, selection: chunk.selection };
    },
    values: undefined,
    texts: () => texts,
  };
}
