import {
  binned,
  edges,
  logEdges,
  plot,
  type Column,
  type Story,
} from '../../../../apps/docs/reference/story.ts';
import { grouped, share } from '../../test/templates.ts';

interface LogLine {
  readonly service: string;
  readonly incident: string | null;
  readonly incident_id: string | null;
  readonly level: string;
  readonly duration_ms: number;
}

/** Span of the error chart. */
const LINES = 20_000;
const LINES_PER_COLUMN = 500;

/** Percentage of errors of one service per 500 lines of the stream. */
const errorColumns = (lines: readonly LogLine[], service: string): readonly Column[] =>
  edges(0, LINES, LINES / LINES_PER_COLUMN)
    .slice(1)
    .map((to) => {
      const from = to - LINES_PER_COLUMN;
      const own = lines.slice(from, to).filter((line) => line.service === service);
      return { from, to, value: 100 * share(own, ({ level }) => level === 'error') };
    });

export const story: Story<LogLine> = {
  about:
    'Most of the time nothing happens. Then a service has an incident: its database is slow, a deploy is faulty, or it runs out of memory. Its statuses, levels, durations and messages all reflect the incident. `incident` and `incident_id` are the labels; remove them to detect incidents yourself.',
  // Enough for an incident of each kind.
  rows: 100_000,
  charts: {
    errors: (all) => {
      const lines = all.slice(0, LINES);
      const incidents = [...grouped(lines, ({ incident_id: id }) => id).values()].flatMap(([first]) =>
        first === undefined || first.incident === null ? [] : [{ ...first, at: lines.indexOf(first) }],
      );
      return plot({
        title: 'Errors of the six services over 20,000 lines',
        description:
          'Errors are rare except during three incidents, each in one service for a thousand lines of the stream.',
        x: { label: 'log lines', ticks: [0, 5000, 10_000, 15_000, 20_000] },
        y: { label: '% of the lines of this service that are errors, by 500 lines', ticks: [0, 60] },
        panels: ['auth', 'billing', 'catalogue', 'checkout', 'gateway', 'search'].map((name) => ({
          name,
          tone: 'berry',
          columns: errorColumns(lines, name),
          notes: incidents
            .filter(({ service }) => service === name)
            .map(({ incident_id: id, incident, at }) => ({
              x: at + 1150,
              y: 25,
              text: `${id}, ${incident}`,
            })),
        })),
      });
    },
    durations: (lines) => {
      const kinds = [null, 'slow_database', 'bad_deploy'];
      return plot({
        title: 'Request durations with and without an incident',
        description:
          'With a slow database, requests take about fifty times as long, up to the gateway timeout of five seconds. After a bad deploy, requests fail as fast as others succeed.',
        x: {
          label: 'duration, ms (log scale)',
          ticks: [1, 10, 100, 1000, 10_000],
          isLog: true,
        },
        y: { label: '% of the lines of this kind', ticks: [0, 40] },
        panels: kinds.map((kind) => ({
          name: kind ?? 'no incident',
          tone: kind === null ? 'egg' : 'berry',
          columns: binned(
            lines.filter(({ incident }) => incident === kind).map(({ duration_ms: ms }) => ms),
            logEdges(1, 10_000, 40),
          ),
        })),
      });
    },
  },
};
