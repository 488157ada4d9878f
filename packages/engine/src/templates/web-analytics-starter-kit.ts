import { defineTemplate } from './template.ts';

/** Page views of a company website. */
export const webAnalyticsStarterKit = defineTemplate({
  name: 'Web Analytics Starter Kit',
  summary: 'A page view with its visitor, URL, referrer and device.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    session_id: { type: 'string.uuid' },
    user_id: { type: 'string.uuid' },
    action: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 90, value: 'page_hit' },
        { weight: 7, value: 'click' },
        { weight: 2, value: 'sign_up' },
        { weight: 1, value: 'purchase' },
      ],
    },
    page_url: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 40, value: 'https://www.example.com/' },
        { weight: 15, value: 'https://www.example.com/pricing' },
        { weight: 15, value: 'https://www.example.com/docs' },
        { weight: 10, value: 'https://www.example.com/docs/quick-start' },
        { weight: 12, value: 'https://www.example.com/blog' },
        { weight: 5, value: 'https://www.example.com/about' },
        { weight: 3, value: 'https://www.example.com/contact' },
      ],
    },
    referrer: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 45, value: '' },
        { weight: 35, value: 'https://www.google.com/' },
        { weight: 6, value: 'https://duckduckgo.com/' },
        { weight: 5, value: 'https://news.ycombinator.com/' },
        { weight: 5, value: 'https://www.linkedin.com/' },
        { weight: 4, value: 'https://github.com/' },
      ],
    },
    browser: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 65, value: 'Chrome' },
        { weight: 19, value: 'Safari' },
        { weight: 8, value: 'Firefox' },
        { weight: 6, value: 'Edge' },
        { weight: 2, value: 'Opera' },
      ],
    },
    device: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 52, value: 'mobile' },
        { weight: 44, value: 'desktop' },
        { weight: 4, value: 'tablet' },
      ],
    },
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
