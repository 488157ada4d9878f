import type { IncidentLabel } from '@catbird/stream';

/** How labels are written. */
export const LABEL_FORMATS = ['ndjson', 'csv', 'nab', 'grafana'] as const;

/** Writes labels. */
export const labelsText = (
  labels: readonly IncidentLabel[],
  format: (typeof LABEL_FORMATS)[number],
): string => WRITERS[format](labels);

const WRITERS: Readonly<
  Record<(typeof LABEL_FORMATS)[number], (labels: readonly IncidentLabel[]) => string>
> = {
  ndjson: (labels) => labels.map((label) => `${JSON.stringify(label)}\n`).join(''),
  csv: (labels) =>
    [COLUMNS, ...labels.map(cellsOf)].map((cells) => `${cells.map(cell).join(',')}\n`).join(''),
  nab: (labels) => `${JSON.stringify(windowsByStream(labels), null, 2)}\n`,
  grafana: (labels) => labels.map((label) => `${JSON.stringify(annotationOf(label))}\n`).join(''),
};

const COLUMNS = [
  'incident',
  'occurrence',
  'stream',
  'from',
  'to',
  'drawn',
  'affected',
  'rate',
  'expect',
  'skipped',
];

const cellsOf = (label: IncidentLabel): readonly string[] => {
  const values = new Map<string, unknown>(Object.entries(label));
  return COLUMNS.map((column) => {
    const value = values.get(column);
    return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  });
};

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Windows of the Numenta Anomaly Benchmark, by stream: only anomalies. https://github.com/numenta/NAB/tree/master/labels */
function windowsByStream(labels: readonly IncidentLabel[]): Readonly<Record<string, readonly unknown[]>> {
  const windows: Record<string, unknown[]> = {};
  for (const { stream = 'events', from, to, expect, skipped } of labels) {
    const own = (windows[stream] ??= []);
    if (expect !== 'none' && skipped === undefined) own.push([sqlTime(from), sqlTime(to)]);
  }
  return windows;
}

const sqlTime = (instant: string): string =>
  new Date(instant)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.(\d{3})Z$/, '.$1000');

/** https://grafana.com/docs/grafana/latest/developers/http_api/annotations/ */
const annotationOf = ({ incident, stream, from, to, drawn, affected, expect }: IncidentLabel): object => ({
  time: Date.parse(from),
  timeEnd: Date.parse(to),
  tags: [
    'incident',
    incident,
    ...(stream === undefined ? [] : [stream]),
    ...(expect === 'none' ? ['expected'] : []),
  ],
  text: [incident, ...Object.values(drawn ?? {}).map(String), `${affected.toLocaleString('en')} rows`].join(
    ' ',
  ),
});
