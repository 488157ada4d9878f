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

/**
 * Levenshtein distance: insertions, deletions and replacements. Returns `enough` as soon as the distance is at least that.
 * https://en.wikipedia.org/wiki/Levenshtein_distance#Iterative_with_two_matrix_rows
 */
function edits(from: string, to: string, enough: number): number {
  let row: number[] = [];
  for (let j = 0; j <= to.length; j++) row.push(j);
  for (let i = 1; i <= from.length; i++) {
    let left = i;
    let least = i;
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const above = row[j] ?? 0;
      const same = from.charCodeAt(i - 1) === to.charCodeAt(j - 1) ? 0 : 1;
      left = Math.min(above + 1, left + 1, (row[j - 1] ?? 0) + same);
      next.push(left);
      if (left < least) least = left;
    }
    if (least >= enough) return enough;
    row = next;
  }
  return row[to.length] ?? 0;
}
