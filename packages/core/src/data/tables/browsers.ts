import type { BrowserTable } from './tables.ts';

/**
 * Platforms with their share of page views in per cent, and versions with theirs: StatCounter's worldwide figures (gs.statcounter.com) as
 * caniuse-lite 1.0.30001826 has them. How a browser divides into systems, phones and tablets, and the viewports, are estimates. `{v}` is
 * the version of the browser.
 */
export const table: BrowserTable = {
  versions: {
    Chrome: { '155.0.0.0': 63, '154.0.0.0': 58, '156.0.0.0': 25, '151.0.0.0': 17, '153.0.0.0': 8 },
    Edge: { '155.0.0.0': 20, '154.0.0.0': 15, '156.0.0.0': 9 },
    Firefox: { '157.0': 29, '158.0': 29, '159.0': 5, '156.0': 5 },
    Opera: { '136.0.0.0': 48, '137.0.0.0': 18, '138.0.0.0': 7 },
    Safari: { '26.6': 61, '27.0': 22, '18.6': 17, '26.5': 10 },
    'Samsung Internet': { '30.0': 167, '29.0': 9, '28.0': 7 },
  },
  platforms: [
    {
      share: 20,
      browser: 'Chrome',
      os: 'Windows',
      device: 'desktop',
      viewports: { '1920x945': 50, '1536x730': 30, '1366x633': 15, '2560x1305': 5 },
      agent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v} Safari/537.36',
    },
    {
      share: 3.8,
      browser: 'Chrome',
      os: 'macOS',
      device: 'desktop',
      viewports: { '1440x782': 40, '1512x858': 30, '1728x996': 20, '1920x963': 10 },
      agent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v} Safari/537.36',
    },
    {
      share: 1.2,
      browser: 'Chrome',
      os: 'Linux',
      device: 'desktop',
      viewports: { '1920x951': 70, '2560x1311': 30 },
      agent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v} Safari/537.36',
    },
    {
      share: 43,
      browser: 'Chrome',
      os: 'Android',
      versions: { '157.0.0.0': 1 },
      device: 'mobile',
      viewports: { '360x670': 35, '393x727': 25, '412x785': 25, '384x700': 15 },
      agent:
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v} Mobile Safari/537.36',
    },
    {
      share: 1,
      browser: 'Chrome',
      os: 'Android',
      versions: { '157.0.0.0': 1 },
      device: 'tablet',
      viewports: { '800x1161': 60, '962x602': 40 },
      agent:
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v} Safari/537.36',
    },
    {
      share: 13.2,
      browser: 'Safari',
      os: 'iOS',
      device: 'mobile',
      viewports: { '390x664': 35, '393x673': 30, '402x703': 20, '430x753': 15 },
      agent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{v} Mobile/15E148 Safari/604.1',
    },
    {
      share: 2.9,
      browser: 'Safari',
      os: 'macOS',
      versions: { '26.6': 50, '27.0': 20, '18.6': 13, '17.6': 11 },
      device: 'desktop',
      viewports: { '1440x764': 45, '1512x829': 35, '1728x964': 20 },
      agent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{v} Safari/605.1.15',
    },
    {
      share: 5.1,
      browser: 'Edge',
      os: 'Windows',
      device: 'desktop',
      viewports: { '1920x919': 55, '1536x703': 35, '1366x607': 10 },
      agent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v} Safari/537.36 Edg/{v}',
    },
    {
      share: 1.5,
      browser: 'Firefox',
      os: 'Windows',
      device: 'desktop',
      viewports: { '1920x927': 60, '1536x711': 40 },
      agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:{v}) Gecko/20100101 Firefox/{v}',
    },
    {
      share: 0.6,
      browser: 'Firefox',
      os: 'Linux',
      device: 'desktop',
      viewports: { '1920x955': 70, '2560x1315': 30 },
      agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:{v}) Gecko/20100101 Firefox/{v}',
    },
    {
      share: 1.9,
      browser: 'Samsung Internet',
      os: 'Android',
      device: 'mobile',
      viewports: { '360x660': 55, '384x718': 30, '412x780': 15 },
      agent:
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/{v} Chrome/136.0.0.0 Mobile Safari/537.36',
    },
    {
      share: 0.9,
      browser: 'Opera',
      os: 'Windows',
      device: 'desktop',
      viewports: { '1920x933': 60, '1536x717': 40 },
      agent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0 Safari/537.36 OPR/{v}',
    },
  ],
};
