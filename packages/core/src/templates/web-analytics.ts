import { oneOf, timestamp, uuid, weighted, type Template } from './template.ts';

/** Page views of a web site. */
export const webAnalytics: Template = {
  name: 'Web Analytics Starter Kit',
  summary: 'Page views of a web site: session, user, page and referrer.',
  schema: {
    timestamp,
    session_id: uuid,
    user_id: uuid,
    page_url: oneOf(
      'https://example.com/',
      'https://example.com/pricing',
      'https://example.com/docs',
      'https://example.com/blog/streaming-in-a-minute',
    ),
    referrer: weighted(
      ['https://www.google.com/', 45],
      ['https://news.ycombinator.com/', 15],
      ['https://duckduckgo.com/', 10],
      ['direct', 30],
    ),
  },
};
