import { useState } from 'react';
import { LandingGallery } from '../../gallery/landing-gallery.tsx';
import { loadNamed } from '../../state/destinations.ts';
import { forgetStreams, recentStreams, recentWords } from '../../link/recent.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { Button } from '../../ui/index.ts';
import { Places } from './places.tsx';
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

/** Below the landing: where events can go, and where to start from: streams of before, and templates. Loaded after it. */
export const StartPoints = ({
  onTemplate,
  onConfig,
}: {
  readonly onTemplate: (name: string) => void;
  /** Opens a config of `catbird run`. */
  readonly onConfig: (file: File) => void;
}) => (
  <>
    <Places />
    <RecentStreams />
    <LandingGallery onUse={onTemplate} onConfig={onConfig} />
  </>
);
