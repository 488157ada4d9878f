import { grouped, share } from '../../../../packages/core/test/templates.ts';
import { bars } from '../chart/bars.ts';
import { plot } from '../chart/plot.ts';
import { percent, type Story } from '../story.ts';

interface View {
  readonly session_id: string;
  readonly page: string;
}

const PAGES = ['home', 'search', 'product', 'cart', 'checkout', 'thanks'];
const END = 'end';

/** Visits that begin in the first half, so that nearly all have ended when the rows end. */
function visitsOf(views: readonly View[]): readonly (readonly View[])[] {
  const begun = new Set(views.slice(0, views.length / 2).map(({ session_id: id }) => id));
  return [...grouped(views, ({ session_id: id }) => id)].flatMap(([id, visit]) =>
    begun.has(String(id)) ? [visit] : [],
  );
}

/** Of the template Web Sessions. */
export const webSessions: Story<View> = {
  about:
    'Five hundred visits go on at once, their views interleaved. From a page a visit goes on to others by weights, or ends; no visit comes to the checkout but through the cart. A visit has one visitor and one referrer, a visitor one device, browser and country. Only views of products have a product, only orders have revenue.',
  charts: {
    funnel: (views) => {
      const visits = visitsOf(views);
      return bars(
        {
          title: 'How far visits come',
          description:
            'Most visits see a product, one of five fills a cart, and one of eighteen ends with an order.',
        },
        'share of visits with a view of this page',
        ' %',
        PAGES.map((name) => ({
          name,
          value: percent(share(visits, (visit) => visit.some(({ page }) => page === name))),
        })),
      );
    },
    moves: (views) => {
      const moves = visitsOf(views).flatMap((visit) =>
        visit.map(({ page }, i) => ({ from: page, to: visit[i + 1]?.page ?? END })),
      );
      const places = [...PAGES, END];
      return plot({
        title: 'Where a visit goes next',
        description:
          'From home to the search or a product, from a product to another one, and to the checkout only through the cart. Most visits that come to thanks end there.',
        x: {
          label: 'the next page',
          // Half a place before the first and after the last one.
          ticks: [-0.5, ...places.keys(), places.length - 0.5],
          text: (place) => places[place] ?? '',
        },
        y: { label: '% of the views of this page', ticks: [0, 100] },
        panels: PAGES.map((name) => {
          const next = moves.filter(({ from }) => from === name);
          return {
            name: `after ${name}`,
            columns: places.map((place, at) => ({
              from: at - 0.35,
              to: at + 0.35,
              value: 100 * share(next, ({ to }) => to === place),
            })),
          };
        }),
      });
    },
  },
};
