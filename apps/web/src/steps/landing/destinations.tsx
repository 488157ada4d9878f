import { gallery } from 'virtual:gallery-rows';
import { NODE_DESTINATIONS } from '@catbird/stream';
import { useState } from 'react';
import { loadNamed } from '../../state/destinations.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The query of a link to a destination's settings. */
const searchOf = (name: string): string => `?generatorName=${name}`;

/** A command with the settings that it requires. */
const commandOf = (wanted: string): string =>
  NODE_DESTINATIONS.filter(({ command }) => command === wanted)
    .map(({ example }) => `catbird ${wanted} ${example} --template "Web Sessions" --eps 100`)
    .join('');

/** Where events can go: from this page by its settings, from a terminal by a command. */
export function Destinations({ onDestination }: { readonly onDestination: (name: string) => void }) {
  const [place, setPlace] = useState('kafka');
  const open = (name: string): void => {
    const search = searchOf(name);
    // What cannot be loaded, the page that the link opens says.
    loadNamed(search).then(
      () => onDestination(name),
      () => location.assign(search),
    );
  };
  return (
    <section className="landing-part" aria-labelledby="destinations-title">
      <h2 id="destinations-title">Destinations</h2>
      <dl className="places">
        <dt>From this page</dt>
        <dd>
          {gallery.destinations.map(({ name, title }) => (
            <a
              key={name}
              href={searchOf(name)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                open(name);
              }}
            >
              {name === 'Log' ? 'Watch here' : title}
            </a>
          ))}
        </dd>
        <dt>From a terminal</dt>
        <dd>
          {NODE_DESTINATIONS.map(({ command, title }) => (
            <button
              key={command}
              type="button"
              aria-pressed={command === place}
              onClick={() => setPlace(command)}
            >
              {title}
            </button>
          ))}
        </dd>
      </dl>
      <div className="command-line">
        <span aria-hidden="true">$</span>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard */}
        <code tabIndex={0} role="group" aria-label="Command">
          {commandOf(place)}
        </code>
        <CopyButton look="link" text={() => commandOf(place)}>
          Copy
        </CopyButton>
      </div>
    </section>
  );
}
