/** Maximum length of a word to compare: the cost is the product of both lengths. */
const MAX_LENGTH = 100;

/** The most likely intended candidate: fewest edits, up to a third of the word's length, else a matching suffix or prefix; undefined if none is close. */
export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  // A word of which no letter stays is another word.
  let least = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = edits(wanted, candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return (
    best ??
    candidates.find((candidate) => candidate.toLowerCase().endsWith(`.${wanted}`)) ??
    candidates.find((candidate) => candidate.length >= 3 && wanted.startsWith(candidate.toLowerCase()))
  );
}

/** Longest list of names in a message. */
const MAX_NAMES = 12;

/** What to write in place of an unknown name: the one that is meant, or the names that exist. @param noun of the names, in the plural */
export function nameHint(name: string, names: readonly string[], noun: string, most = MAX_NAMES): string {
  const meant = suggestion(name, names);
  return meant === undefined ? `${noun}: ${names.slice(0, most).join(', ')}` : `Did you mean ${meant}?`;
}

/**
 * Optimal string alignment distance: insertions, deletions, replacements and swapped neighbours. Returns `enough` as soon as the distance
 * is at least that. https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance#Optimal_string_alignment_distance
 */
function edits(from: string, to: string, enough: number): number {
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  let before: readonly number[] = [];
  let leastBefore = 0;
  for (let i = 1; i <= from.length; i++) {
    const next = nextRow(from, i, to, row, before);
    const least = Math.min(...next);
    // A swap costs one more than two rows before.
    if (least >= enough && leastBefore + 1 >= enough) return enough;
    leastBefore = least;
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The distances of the first i characters from all beginnings of the other word. @param row those of one character less @param before those of two less */
function nextRow(
  from: string,
  i: number,
  to: string,
  row: readonly number[],
  before: readonly number[],
): number[] {
  let left = i;
  const next = [i];
  for (let j = 1; j <= to.length; j++) {
    const same = from.charCodeAt(i - 1) === to.charCodeAt(j - 1) ? 0 : 1;
    left = Math.min((row[j] ?? 0) + 1, left + 1, (row[j - 1] ?? 0) + same);
    if (isSwapped(from, i, to, j)) left = Math.min(left, (before[j - 2] ?? 0) + 1);
    next.push(left);
  }
  return next;
}

/** Whether the characters before two places are the same ones in another order. */
const isSwapped = (from: string, i: number, to: string, j: number): boolean =>
  i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
