import { fieldText, shownFields, type FieldStatistics } from '@catbird/verify';
import { useEffect } from 'react';
import { Button } from '../ui/index.ts';
import type { DrawnType, TypeSummary } from '../worker/type-protocol.ts';
import { FieldValues } from './field-values.tsx';
import { splitName } from './options.tsx';
import { useDrawn } from './use-drawn.ts';

/** Values that are added up. */
const COUNTED = 1000;
/** How long a type must stay active before its values are drawn: arrow keys pass over many. */
const SETTLED_MS = 120;
/** Members of an object that are summed up. */
const MEMBERS = 8;

/** A type in the side panel: what it does, a thousand values summed up, its params and locales. */
export function Details({ type, onUse }: { readonly type: TypeSummary; readonly onUse: () => void }) {
  const { drawn, request } = useDrawn(COUNTED);
  const { name } = type;
  useEffect(() => {
    const timer = setTimeout(() => request([name]), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [name, request]);
  const [, own] = splitName(name);
  return (
    <aside className="tp-details" aria-label={name}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard */}
      <div className="tp-about" tabIndex={0} role="group" aria-label={`About ${name}`}>
        <h3>
          <code>{name}</code>
        </h3>
        <p>{type.summary}.</p>
        <Summary drawn={drawn.get(name)} />
        <Params type={type} />
        {type.locales.length > 0 && (
          <section>
            <h4>{type.locales.length} locales</h4>
            <p className="tp-locales">{type.locales.join(', ')}</p>
          </section>
        )}
        <p>
          <a href={docsOf(name)} target="_blank" rel="noopener">
            Documentation of {own}
          </a>
        </p>
      </div>
      <Button onClick={onUse}>Use {own}</Button>
    </aside>
  );
}

/** The page of a family, at its type. */
function docsOf(name: string): string {
  const page = name.includes('.') ? name.replace(/\..*/, '') : 'structure';
  return `docs/types/${page}.html#${name.toLowerCase().replace('.', '')}`;
}

const Params = ({ type: { params, argument } }: { readonly type: TypeSummary }) => {
  const all = [...(argument === undefined ? [] : [{ ...argument, name: 'A single value' }]), ...params];
  return all.length === 0 ? null : (
    <section>
      <h4>Parameters</h4>
      <dl className="tp-params">
        {all.map(({ name, description, isRequired }) => (
          <div key={name}>
            <dt>
              {name}
              {isRequired && <span> required</span>}
            </dt>
            {description !== undefined && <dd>{description}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
};

function Summary({ drawn }: { readonly drawn: DrawnType | undefined }) {
  if (drawn === undefined) return <section className="tp-drawing" />;
  const { values, fields, note } = drawn;
  const [first] = fields;
  const members = shownFields(fields);
  return (
    <>
      {note !== undefined && <p className="tp-note">{note}</p>}
      {first !== undefined && (
        <section>
          <h4>{['1,000 values', ...(members.length > 1 ? [] : [fieldText(first)])].join(', ')}</h4>
          {members.length > 1 ? <Members fields={members} /> : <FieldValues field={first} />}
        </section>
      )}
      {values.length > 0 && (
        <section>
          <h4>Values</h4>
          <ul className="tp-drawn" data-long={values.some((value) => value.length > 12) || undefined}>
            {values.map((value, i) => (
              <li key={`${i} ${value}`}>{value}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Members of an object, each in a few words. */
const Members = ({ fields }: { readonly fields: readonly FieldStatistics[] }) => (
  <dl className="tp-members">
    {fields.slice(0, MEMBERS).map((field) => (
      <div key={field.path}>
        <dt>{field.path.replace(/^[^.[]+\.?/, '')}</dt>
        <dd>{fieldText(field)}</dd>
      </div>
    ))}
    {fields.length > MEMBERS && <p>and {fields.length - MEMBERS} more</p>}
  </dl>
);
