import type { SharesFigure } from '../worker/figures/figures-protocol.ts';
import { shareText, shortened } from './figure-text.ts';

/** Values in a list; of more, the last line counts the rest. */
const LINES = 5;

/** The shares of a field's values as bars, with a mark at the share that the schema asks for. */
export function Shares({ figure }: { readonly figure: SharesFigure }) {
  const { values, others, count, nulls } = figure;
  const shown = values.length > LINES ? values.slice(0, LINES - 1) : values;
  const rest = values.slice(shown.length);
  const restCount = rest.reduce((sum, each) => sum + each.count, others);
  const all = count + nulls;
  const names = shown.map((each) => String(each.value) || '""');
  const short = shortened(names);
  const most = Math.max(0.01, ...shown.map((each) => Math.max(each.count / (all || 1), each.asked ?? 0)));
  const width = (share: number): number => Math.min(100, (share / (most * 1.25)) * 100);
  return (
    <ul className="field-shares">
      {shown.map((each, i) => (
        <Line
          key={String(each.value)}
          name={names[i] ?? ''}
          short={short[i]}
          share={each.count / (all || 1)}
          asked={each.asked}
          width={width}
        />
      ))}
      {restCount > 0 && (
        <Line
          name={
            rest.length === 1 && others === 0 ? '1 other' : `${rest.length}${others > 0 ? '+' : ''} others`
          }
          share={restCount / (all || 1)}
          asked={undefined}
          width={width}
        />
      )}
    </ul>
  );
}

const Line = ({
  name,
  short = name,
  share,
  asked,
  width,
}: {
  readonly name: string;
  /** Default: the name. */
  readonly short?: string | undefined;
  readonly share: number;
  readonly asked: number | undefined;
  readonly width: (share: number) => number;
}) => (
  <li>
    <span className="share-name" title={name}>
      {short}
    </span>
    <svg className="share-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="share-track" width="100" height="10" />
      <rect className="share-made" width={width(share)} height="10" />
      {asked !== undefined && (
        <path className="share-asked" vectorEffect="non-scaling-stroke" d={`M${width(asked)} -3V13`} />
      )}
    </svg>
    <span>
      {shareText(share)}
      {asked !== undefined && <span className="sr">, {shareText(asked)} asked</span>}
    </span>
  </li>
);
