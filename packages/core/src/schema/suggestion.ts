/** The candidate that a person most likely meant: fewest edits, at most a third of the word's length, or its beginning; undefined where none is near. */
export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = edits(wanted, candidate.toLowerCase());
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

/** Edit distance of Levenshtein: insertions, deletions and replacements. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
