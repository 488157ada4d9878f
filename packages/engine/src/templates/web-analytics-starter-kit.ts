import { defineTemplate, weighted } from './template.ts';

/** Page views of a company website. */
export const webAnalyticsStarterKit = defineTemplate({
  name: 'Web Analytics Starter Kit',
  summary: 'A page view with its visitor, URL, referrer and device.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    session_id: { type: 'string.uuid' },
    user_id: { type: 'string.uuid' },
    action: weighted({ page_hit: 90, click: 7, sign_up: 2, purchase: 1 }),
    page_url: weighted({
      'https://www.example.com/': 40,
      'https://www.example.com/pricing': 15,
      'https://www.example.com/docs': 15,
      'https://www.example.com/docs/quick-start': 10,
      'https://www.example.com/blog': 12,
      'https://www.example.com/about': 5,
      'https://www.example.com/contact': 3,
    }),
    referrer: weighted({
      '': 45,
      'https://www.google.com/': 35,
      'https://duckduckgo.com/': 6,
      'https://news.ycombinator.com/': 5,
      'https://www.linkedin.com/': 5,
      'https://github.com/': 4,
    }),
    browser: weighted({ Chrome: 65, Safari: 19, Firefox: 8, Edge: 6, Opera: 2 }),
    device: weighted({ mobile: 52, desktop: 44, tablet: 4 }),
    locale: {
      type: 'helpers.arrayElement',
      params: ['de-DE', 'en-GB', 'en-US', 'es-ES', 'fr-FR', 'hi-IN', 'ja-JP', 'pt-BR'],
    },
    country: {
      type: 'helpers.arrayElement',
      params: ['BR', 'DE', 'ES', 'FR', 'GB', 'IN', 'JP', 'US'],
    },
  },
});
