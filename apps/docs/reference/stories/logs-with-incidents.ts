import { grouped, share } from '../../../../packages/core/test/templates.ts';
import { plot, type Column } from '../chart/plot.ts';
import { binned, edges, logEdges, type Story } from '../story.ts';

interface LogLine {
  readonly service: string;
  readonly incident: string | null;
  readonly incident_id: string | null;
  readonly level: string;
  readonly duration_ms: number;
}

const LINES = 20_000;
const LINES_A_COLUMN = 500;

/** Share of errors in each stretch of lines, of one service. */
const errorColumns = (lines: readonly LogLine[], service: string): readonly Column[] =>
  edges(0, LINES, LINES / LINES_A_COLUMN)
    .slice(1)
    .map((to) => {
      const from = to - LINES_A_COLUMN;
      const own = lines.slice(from, to).filter((line) => line.service === service);
      return { from, to, value: 100 * share(own, ({ level }) => level === 'error') };
    });

/** Of the template Logs with Incidents. */
export const logsWithIncidents: Story<LogLine> = {
  about:
    'Most of the time nothing happens. Then a service is in trouble for a while: its database is slow, it was deployed with a fault, or it runs out of memory, and its statuses, levels, durations and messages say so together. `incident` and `incident_id` are the labels; take them away to look for incidents yourself.',
  rows: LINES,
  charts: {
    errors: (lines) => {
      const incidents = [...grouped(lines, ({ incident_id: id }) => id).values()].flatMap(([first]) =>
        first === undefined || first.incident === null ? [] : [{ ...first, at: lines.indexOf(first) }],
      );
      return plot({
        title: 'Errors of the six services over 20,000 lines',
        description:
          'Hardly any errors, but for four incidents: each in one service, for a thousand lines of the stream.',
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
        title: 'How long requests take, in trouble and out of it',
        description:
          'A slow database takes forty times as long, up to the five seconds after which the gateway gives up. After a bad deploy requests fail as fast as others succeed.',
        x: {
          label: 'duration, ms; equal distances are equal factors',
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
