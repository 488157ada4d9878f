import { settingsOf, type Destination } from '@catbird/send';
import { NODE_DESTINATIONS } from '@catbird/stream';
import { knownDestinations } from '../../state/destinations.ts';
import { STREAM_SETTINGS } from '../../state/stream-settings.ts';
import { isNeeded } from './setting-fields.tsx';

/** What a search leads to: the form of a destination, a setting, or a command to copy. */
export interface Find {
  readonly kind: 'destination' | 'setting' | 'command';
  /** Of the destination or the setting; of a command, its subcommand with an example of its flags. */
  readonly name: string;
  readonly title: string;
  readonly detail: string;
  /** What else people call it. */
  readonly words: string;
}

/** Words that people search for who want a setting, besides its name and summary. */
const WORDS: Readonly<Record<string, string>> = {
  duplicates: 'duplicate events twice copies',
  late: 'late events delayed old watermark',
  reordering: 'out of order events shuffle',
  malformed: 'bad broken invalid events json',
  dropped: 'missing lost events skip',
  from: 'history backfill past event times date',
  to: 'history backfill until duration',
  speed: 'history replay faster clock',
  disorder: 'late events times out of order jitter',
  arrivals: 'poisson random spacing',
  zone: 'timezone daylight saving dst utc offset local clock',
  rate: 'curve shape pattern daily weekly stages bursts ramp',
  onFailure: 'errors failures keep going',
  whenBehind: 'late events backpressure',
  attempts: 'retry retries backoff',
};

/** Settings that the command line alone has, as commands with an example. */
const COMMANDS = [
  {
    command: 'file',
    title: 'Size',
    searchWords: 'gigabytes megabytes gb mb volume bytes limit',
    example: '--path events.ndjson --size 10GB',
  },
] as const;

/** All that can be found while a destination is chosen, destinations first. */
function findsFor(chosen: Destination): readonly Find[] {
  const find = (
    kind: Find['kind'],
    name: string,
    title: string,
    detail = '',
    words = WORDS[name] ?? '',
  ): Find => ({ kind, name, title, detail, words });
  const options = STREAM_SETTINGS.filter(({ group }) => group !== 'rate');
  const others = settingsOf(chosen).filter((setting) => !isNeeded(setting, chosen));
  return [
    ...knownDestinations().map(({ name, title, summary, command, searchWords = '' }) =>
      find('destination', name, title, summary, `${searchWords} ${name} ${command}`),
    ),
    ...[...NODE_DESTINATIONS, ...COMMANDS].map(({ command, title, searchWords, example }) => {
      const line = `${command} ${example}`.trim();
      return find('command', line, title, `From a terminal, a command to copy: catbird ${line}`, searchWords);
    }),
    ...options.map(({ name, label, help }) => find('setting', name, label, help)),
    ...others.map(({ name, label, help }) => find('setting', name, label, `${chosen.title}. ${help ?? ''}`)),
  ];
}

/** What has all words of a search, best first: by its title, then by its words, then by its details. */
export function findIn(chosen: Destination, search: string): readonly Find[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const score = ({ title, words: known, detail }: Find): number => {
    const texts = [title, known, detail].map((text) => text.toLowerCase());
    const places = words.map((word) => texts.findIndex((text) => text.includes(word)));
    if (places.includes(-1)) return -1;
    const sum = places.reduce((total, place) => total + place, 0);
    const [name = ''] = texts;
    const wanted = words.join(' ');
    return sum + (name === wanted ? 0 : name.startsWith(wanted) ? 0.25 : 0.5);
  };
  return findsFor(chosen)
    .map((find) => ({ find, score: score(find) }))
    .filter((each) => each.score >= 0)
    .toSorted((a, b) => a.score - b.score)
    .map(({ find }) => find);
}
