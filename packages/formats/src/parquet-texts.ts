import { takeText } from './json-text.ts';
import { compareBytes, type Leaf, type LeafSink } from './parquet-leaves.ts';
import { newValues, type Values } from './parquet-values.ts';
import { newWords } from './parquet-words.ts';

/** A leaf of a file with its values. */
export interface Taken {
  readonly leaf: Leaf;
  readonly values: Values;
}

/** Takes the values of a leaf of a file. */
export interface Taking {
  readonly sink: LeafSink;
  /** Called when all rows are taken. */
  readonly taken: () => Taken;
}

/** Takes the values of a leaf. @param rows as many come */
export function newTaking(leaf: Leaf, rows: number): Taking {
  if ((leaf.encoding === 'text' || leaf.encoding === 'words') && leaf.textBytes === undefined)
    return newTexts(leaf, rows);
  const values = newValues(leaf, rows);
  return { sink: values, taken: () => ({ leaf, values }) };
}

/** Different texts of a dictionary, at most. */
const MOST_WORDS = 4096;
/** Rows after which most texts must have come before, or a dictionary is of no use. */
const PROBED = 1024;

/** Texts become a dictionary and its numbers, unless most of them differ. */
function newTexts(leaf: Leaf, rows: number): Taking {
  const { level: most } = leaf;
  const words = newWords(MOST_WORDS);
  const numbers = new Uint16Array(rows);
  const levels = new Uint8Array(rows);
  let row = 0;
  let count = 0;
  let plain: Values | undefined;

  /** All values so far, in another page. */
  const copyTo = (values: Values, put: (n: number) => void): Values => {
    let k = 0;
    for (let i = 0; i < row; i++) {
      const level = levels[i] ?? 0;
      if (level === most) put(numbers[k++] ?? 0);
      else values.none(level);
    }
    return values;
  };
  const startPlain = (): Values => {
    const values = newValues({ ...leaf, encoding: 'text', words: [] }, rows);
    return copyTo(values, (n) => values.text(words.list[n] ?? new Uint8Array(0)));
  };
  const isOfNoUse = (): boolean =>
    words.list.length === MOST_WORDS || (count >= PROBED && words.list.length > count / 2);
  return {
    sink: {
      none(level) {
        if (plain === undefined) levels[row++] = level;
        else plain.none(level);
      },
      value(cursor) {
        const text = takeText(cursor);
        if (text === undefined) return false;
        if (plain !== undefined) {
          plain.text(text);
          return true;
        }
        let n = words.find(text);
        if (n < 0) {
          if (isOfNoUse()) {
            plain = startPlain();
            plain.text(text);
            return true;
          }
          n = words.list.length;
          words.add(text.slice());
        }
        numbers[count++] = n;
        levels[row++] = most;
        return true;
      },
    },
    taken() {
      if (plain !== undefined || count === 0) {
        const own: Leaf = { ...leaf, encoding: 'text', words: [] };
        return { leaf: own, values: plain ?? startPlain() };
      }
      const order = Array.from(words.list.keys()).toSorted((a, b) =>
        compareBytes(words.list[a] ?? new Uint8Array(0), words.list[b] ?? new Uint8Array(0)),
      );
      const sorted: Leaf = { ...leaf, encoding: 'words', words: order.flatMap((n) => words.list[n] ?? []) };
      const places = new Uint16Array(order.length);
      order.forEach((n, place) => (places[n] = place));
      const values = newValues(sorted, rows);
      return { leaf: sorted, values: copyTo(values, (n) => values.word(places[n] ?? 0)) };
    },
  };
}
