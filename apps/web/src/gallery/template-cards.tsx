import { gallery } from 'virtual:gallery-rows';
import { LineFigure } from '../figures/line-figure.tsx';
import './gallery.css';

/** Width of a figure at least, in pixels. */
const FIGURE = 104;

/** The templates as cards: name, the figure that tells most, and a row. */
export const TemplateCards = ({
  disabled = false,
  onUse,
}: {
  readonly disabled?: boolean;
  readonly onUse: (name: string) => void;
}) => (
  <ul className="template-cards">
    {gallery.cards.map(({ name, summary, best, row }) => (
      <li key={name}>
        <button type="button" title={summary} disabled={disabled} onClick={() => onUse(name)}>
          <b>{name}</b>
          {best !== undefined && (
            <>
              <code>{best.path}</code>
              <LineFigure field={best} width={FIGURE} />
            </>
          )}
          <code className="row">{row}</code>
        </button>
      </li>
    ))}
  </ul>
);
