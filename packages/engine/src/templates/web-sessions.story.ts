import { bars, percent, plot, type Story } from '../../../../apps/docs/reference/story.ts';
import { grouped, share } from '../../test/templates.ts';

interface View {
  readonly session_id: string;
  readonly page: string;
}

const PAGES = ['home', 'search', 'product', 'cart', 'checkout', 'thanks'];
const END = 'end';

/** Visits that begin in the first half, so that nearly all end within the rows. */
function visitsOf(views: readonly View[]): readonly (readonly View[])[] {
  const begun = new Set(views.slice(0, views.length / 2).map(({ session_id: id }) => id));
  return [...grouped(views, ({ session_id: id }) => id)].flatMap(([id, visit]) =>
    begun.has(String(id)) ? [visit] : [],
  );
}

export const story: Story<View> = {
  about:
    'Visits run side by side, with seconds between the views of each. From each page, a visit moves on to another by weights, or ends. Every visit reaches the checkout through the cart. A visit has one visitor and one referrer; a visitor has one device, browser and country. Only product views have a product, and only orders have revenue.',
  charts: {
    funnel: (views) => {
      const visits = visitsOf(views);
      return bars(
        {
          title: 'How far visits get',
          description:
            'Most visits view a product, one in five fills a cart, and one in eighteen ends with an order.',
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
          'Visits go from home to the search or a product, from one product to another, and to the checkout only through the cart. Most visits that reach thanks end there.',
        x: {
          label: 'the next page',
          // Half a position before the first column and after the last.
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
