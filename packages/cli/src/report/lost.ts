import { inLine } from '@catbird/engine';
import type { Loss } from '@catbird/send';
import { plural, whole } from './words.ts';

/** Rows that earlier processes could not deliver, and that are not sent again by themselves. */
export type LostRows = Pick<Loss, 'outcome' | 'reason' | 'rows'>;

/** What happened to the rows. */
const WORDS: Readonly<Record<LostRows['outcome'], readonly [one: string, many: string]>> = {
  rejected: ['was rejected earlier', 'were rejected earlier'],
  quarantined: ['was quarantined earlier', 'were quarantined earlier'],
  failed: ['failed earlier and may have been stored', 'failed earlier and may have been stored'],
};

/** Reasons that a line names. */
const MOST_REASONS = 3;

/** `236 rows were rejected earlier: Duplicate key. To send them again: --resend rejected`, a line for each outcome. */
export const lostLines = (lost: readonly LostRows[]): readonly string[] =>
  Object.entries(WORDS).flatMap(([outcome, [one, many]]) => {
    const own = lost.filter((each) => each.outcome === outcome);
    const rows = rowsOf(own);
    if (rows === 0) return [];
    const [them, words] = rows === 1 ? ['it', one] : ['them', many];
    return [`${plural(rows, 'row')} ${words}${reasons(own)}. To send ${them} again: --resend ${outcome}`];
  });

export const rowsOf = (lost: readonly LostRows[]): number => lost.reduce((sum, { rows }) => sum + rows, 0);

/** The most frequent reasons, with their rows if there are several. */
function reasons(lost: readonly LostRows[]): string {
  const named = lost.filter(({ reason }) => reason !== '').toSorted((a, b) => b.rows - a.rows);
  if (named.length === 0) return '';
  const texts = named.slice(0, MOST_REASONS).map(({ reason, rows }) => {
    const text = inLine(reason).replace(/\.$/, '');
    return lost.length === 1 ? text : `${text} (${whole(rows)})`;
  });
  return `: ${[...texts, ...(named.length > MOST_REASONS ? ['…'] : [])].join(', ')}`;
}
