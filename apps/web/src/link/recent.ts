import type { Config } from '../state/config.ts';
import { destinationOf, rateText } from '../state/settings.ts';
import { CUSTOM, type State } from '../state/state.ts';
import { readLink, withConfig, withSchema } from './link.ts';
import { readStored, writeStored } from './storage.ts';

/** A stream that was started in this browser. */
export interface RecentStream {
  /** The query that restores it, without credentials. */
  readonly search: string;
  /** When it was last started, in milliseconds since 1970. */
  readonly atMs: number;
}

const KEY = 'recent-streams';
const MOST = 8;

/** Longest query that is kept, in characters. */
const MAX_CHARACTERS = 100_000;

/** The streams started last, newest first. */
export function recentStreams(): readonly RecentStream[] {
  const stored = readStored((): unknown => JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : [];
}

const isRecent = (value: unknown): value is RecentStream =>
  typeof value === 'object' &&
  value !== null &&
  'search' in value &&
  typeof value.search === 'string' &&
  value.search.startsWith('?') &&
  'atMs' in value &&
  typeof value.atMs === 'number' &&
  // A time that no date has would end the page.
  !Number.isNaN(new Date(value.atMs).getTime());

/** Adds a stream to the list, or moves it to the front. */
export function rememberStream(search: string, atMs: number): void {
  if (search.length > MAX_CHARACTERS) return;
  const key = withoutSeed(search);
  const others = recentStreams().filter((each) => withoutSeed(each.search) !== key);
  writeStored(() => localStorage.setItem(KEY, JSON.stringify([{ search, atMs }, ...others].slice(0, MOST))));
}

/** Every page has another seed. */
function withoutSeed(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('seed');
  return query.toString();
}

/** Forgets all of them. */
export const forgetStreams = (): void => writeStored(() => localStorage.removeItem(KEY));

/**
 * The query that restores a stream, made anew so that it holds nothing but settings without credentials.
 *
 * @param search of the page, for its compressed schema; undefined if a custom schema is not in it
 */
export function recentSearch(
  config: Config,
  { template, seed }: Pick<State, 'template' | 'seed'>,
  search: string,
): string | undefined {
  const packed = readLink(search).schema ?? '';
  if (template === CUSTOM && packed === '') return undefined;
  return withSchema(withConfig('', config, { secrets: false }), { template, packed, seed });
}

/** The line that names a recent stream. */
export interface RecentWords {
  readonly name: string;
  /** Where it went and how fast. */
  readonly detail: string;
}

/** What to call a recent stream. */
export function recentWords(search: string): RecentWords {
  const { generatorName = '', eps, values } = readLink(search);
  // As the page wrote it: the templates need not have loaded.
  const template = new URLSearchParams(search).get('template') ?? CUSTOM;
  const rate = Number(eps ?? 1);
  const place = values['datasource'] ?? values['channelId'] ?? values['topicArn']?.split(':').at(-1);
  const title = generatorName === '' ? 'an unknown destination' : destinationOf({ generatorName }).title;
  const detail = [`to ${title}`, place, Number.isFinite(rate) && `${rateText(rate)}/s`];
  return { name: template, detail: detail.filter(Boolean).join(', ') };
}
