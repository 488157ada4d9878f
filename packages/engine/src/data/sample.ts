import type { Tables } from './tables.ts';

/** Tables with one entry. */
export const SAMPLE_TABLES: Tables = {
  browsers: {
    versions: { Chrome: { '156.0.0.0': 1 } },
    platforms: [
      {
        share: 1,
        browser: 'Chrome',
        os: 'Windows',
        device: 'desktop',
        viewports: { '1920x945': 1 },
        agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v}',
      },
    ],
  },
  cards: { Mastercard: [1, 3, ['51## #### #### ###']] },
  companies: { Manufacturing: [1, 'Engineering'] },
  products: { Electronics: [1, 'Brightline', 'Smartphone:180:1400'] },
  vehicles: { Volkswagen: [1, 'WVW', 'Golf:hatchback:p'] },
};
