import { useState } from 'react';
import { TemplateCards } from '../../gallery/template-cards.tsx';
import type { Form } from '../../state/config.ts';
import { loadNamed } from '../../state/destinations.ts';
import { forgetStreams, recentStreams, recentWords } from '../../link/recent.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { Button, chooseFile } from '../../ui/index.ts';
import { Destinations } from './destinations.tsx';
import './start-points.css';

const when = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** The streams started last in this browser; nothing without any. Each is a link that restores it. */
function RecentStreams() {
  const [streams, setStreams] = useState(recentStreams);
  const keptFocus = useKeptFocus();
  const clear = (): void => {
    forgetStreams();
    setStreams([]);
  };
  const section = (
    <section className="landing-part" aria-labelledby="recent-title">
      <header>
        <h2 id="recent-title">Recent streams</h2>
        <p className="hint">
          Kept in this browser, without credentials.{' '}
          <Button look="link" onClick={clear}>
            Clear
          </Button>
        </p>
      </header>
      <ul className="recent">
        {streams.map(({ search, atMs }) => (
          <Recent key={search} search={search} atMs={atMs} />
        ))}
      </ul>
    </section>
  );
  return <div {...keptFocus}>{streams.length > 0 && section}</div>;
}

function Recent({ search, atMs }: { readonly search: string; readonly atMs: number }) {
  const { name, detail } = recentWords(search);
  return (
    <li>
      <b>{name}</b>
      <span>{detail}</span>
      <time dateTime={new Date(atMs).toISOString()}>{when.format(atMs)}</time>
      <a className="btn btn-2" href={search} aria-label={`Open ${name}, ${detail}`}>
        Open
      </a>
    </li>
  );
}

/** Loads the destinations of the recent streams. Without them, a line says that its destination is unknown. */
export const loadRecent = (): Promise<void> =>
  loadNamed(...recentStreams().map(({ search }) => search)).catch(reportError);

/** Opens a shop whose orders and payments share their journeys, customers and products. */
async function openStarter(open: (file: File) => void): Promise<void> {
  const { default: text } = await import('../../../../../examples/orders-and-payments.yaml?raw');
  open(new File([text], 'orders-and-payments.yaml'));
}

/** What is behind the landing, as far as it is needed here. */
interface Behind {
  readonly actions: {
    chooseTemplate(template: string): void;
    changeForm(form: Form): void;
  };
  readonly store: { get(): { readonly form: Form } };
}

/** Below the landing: where to start from, streams of before and templates, and where events can go. Loaded after it. */
export const StartPoints = ({
  onBegin,
  onConfig,
}: {
  /** Opens the settings. @param prepare chooses what they begin with */
  readonly onBegin: (prepare: (steps: Behind) => void) => void;
  /** Opens a config of `catbird run`. */
  readonly onConfig: (file: File) => void;
}) => (
  <>
    <RecentStreams />
    <section className="landing-part" aria-labelledby="templates-title">
      <header>
        <h2 id="templates-title">Templates</h2>
        <p className="hint">
          Several streams that fit together:{' '}
          <Button look="link" onClick={() => void openStarter(onConfig)}>
            Orders and payments
          </Button>
          , or{' '}
          <Button look="link" onClick={() => chooseFile(onConfig)}>
            Open a config…
          </Button>
        </p>
      </header>
      <TemplateCards onUse={(name) => onBegin(({ actions }) => actions.chooseTemplate(name))} />
    </section>
    <Destinations
      onDestination={(generatorName) =>
        onBegin(({ actions, store }) => actions.changeForm({ ...store.get().form, generatorName }))
      }
    />
  </>
);
