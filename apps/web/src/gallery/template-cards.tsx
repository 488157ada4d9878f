import './gallery.css';
import { templates } from '@catbird/engine';
import { rows } from 'virtual:gallery-rows';

/** The templates as cards: name, what an event is, and the fields of a real row. */
export const TemplateCards = ({
  disabled = false,
  onUse,
}: {
  readonly disabled?: boolean;
  readonly onUse: (name: string) => void;
}) => (
  <ul className="template-cards">
    {templates.map(({ name, summary }) => (
      <li key={name}>
        <button type="button" disabled={disabled} onClick={() => onUse(name)}>
          <b>{name}</b> <small>{summary}</small>
          <code className="mono">
            {rows[name]?.map(([field, value]) => (
              <span key={field}>
                {field} <em>{value}</em>
              </span>
            ))}
          </code>
        </button>
      </li>
    ))}
  </ul>
);
