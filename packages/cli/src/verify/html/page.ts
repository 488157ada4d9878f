import {
  type ChangedColumn,
  type Check,
  type Example,
  type Group,
  type TableReport,
  causeText,
  count,
  counted,
  duration,
  headline,
  patternText,
  percent,
  restLines,
  valueText,
  whichRows,
  wordsOf,
  type StripCell,
  stripParts,
} from '@catbird/verify';
import { partLines, sourceOf, stageLines } from '../report-text.ts';
import { isUnread, type Outcome, type Reports, type Verified } from '../verified.ts';
import { html, htmlPage, listOf, NOTHING, type Markup } from './markup.ts';

/** Reports as a page of one file, which loads nothing and runs nothing. @param hasValues whether values of rows are shown */
export function reportPage({ outcomes, path }: Reports, hasValues: boolean): string {
  const wrong = outcomes.filter((each) => isUnread(each) || each.report.verdict === 'wrong').length;
  const title =
    wrong === 0
      ? 'What arrived is right'
      : outcomes.length === 1
        ? 'What arrived is not right'
        : `${wrong} of ${outcomes.length} tables are not right`;
  return htmlPage(
    title,
    html`${outcomes.map((each) => sectionOf(each, hasValues))} ${pathOf(path)}`,
    'Made by catbird verify, which computed again what was sent.',
  );
}

const pathOf = (stages: Reports['path']): Markup =>
  stages.length === 0
    ? NOTHING
    : html`<section>
        <h2>On the way</h2>
        ${listOf(stageLines(stages))}
      </section>`;

function sectionOf(outcome: Outcome, hasValues: boolean): Markup {
  if (isUnread(outcome))
    return html`<section>
      <h2>${outcome.name} <span class="verdict none">no verdict</span></h2>
      <p>${outcome.reason}</p>
    </section> `;
  const { name, report } = outcome;
  return html`<section>
    <h2>${name} <span class="verdict ${report.verdict}">${report.verdict}</span></h2>
    <p>${headline(report)}</p>
    <p class="soft">${sourceOf(outcome)}</p>
    ${partLines(report).map((line) => html`<p>${line}.</p>`)} ${stripPicture(report.strip)}
    ${checksOf(report)} ${lagOf(report)} ${changedOf(report, hasValues)}
    ${groupOf('Missing rows', report.missing, hasValues)} ${groupOf('Doubled rows', report.doubled, false)}
    ${extraOf(outcome, hasValues)} ${notesOf(report)}
  </section> `;
}

function checksOf({ checks }: TableReport): Markup {
  const row = (check: Check): Markup =>
    html`<tr>
      <th scope="row">${wordsOf(check)}</th>
      <td class="number">${count(check.rows)}</td>
      <td class="${check.verdict === 'wrong' ? 'wrong-text' : 'soft'}">${verdictText(check)}</td>
    </tr> `;
  return html`<h3>Checks</h3>
    <table class="checks">
      ${checks.map(row)}
    </table>`;
}

function verdictText({ name, verdict, allowed = 0 }: Check): string {
  if (name === 'lag') return verdict;
  if (verdict === 'not judged') return 'not judged';
  return allowed === 0 ? verdict : `${verdict}: up to ${percent(allowed)} are allowed`;
}

function lagOf({ lag }: TableReport): Markup {
  if (lag === undefined) return NOTHING;
  const { p50, p99, max, from, to, rows } = lag;
  const row = (name: string, ms: number): Markup =>
    html`<tr>
      <th scope="row">${name}</th>
      <td class="number">${duration(ms)}</td>
    </tr> `;
  return html`<h3>Lag</h3>
    <p class="soft">
      Of ${counted(rows, 'row')}, from the ${from} until ${to === 'arrival' ? 'arrival' : 'they were read'}.
    </p>
    <table class="checks">
      ${row('median', p50)} ${row('99th percentile', p99)} ${row('longest', max)}
    </table>`;
}

function changedOf({ changed, counts }: TableReport, hasValues: boolean): Markup {
  if (changed.length === 0) return NOTHING;
  return html`<h3>Changed columns</h3>
    <dl>${changed.map((each) => columnOf(each, counts.expected, hasValues))}</dl>`;
}

function columnOf(
  { column, rows, causes, patterns: [pattern], examples }: ChangedColumn,
  expected: number,
  hasValues: boolean,
): Markup {
  const share = Math.min(1, rows / Math.max(1, expected));
  const why = causes.length === 0 ? ['no cause known'] : causes.map(causeText);
  const lines = [...why, ...(pattern === undefined ? [] : [patternText(pattern)])];
  return html`<div class="column">
    <dt>${column}</dt>
    <dd>
      ${counted(rows, 'row')}, ${percent(share)}
      <div class="bar">
        <svg viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">
          <rect class="changed" width="${Math.max(4, Math.round(share * 1000))}" height="1" />
        </svg>
      </div>
      ${listOf(lines)} ${hasValues ? examplesOf(examples) : NOTHING}
    </dd>
  </div> `;
}

function groupOf(title: string, group: Group, hasValues: boolean): Markup {
  if (group.rows === 0) return NOTHING;
  return html`<h3>${title}: ${count(group.rows)}</h3>
    ${listOf(whichRows(group))} ${hasValues ? examplesOf(group.examples) : NOTHING}`;
}

function extraOf({ report: { counts, extra } }: Verified, hasValues: boolean): Markup {
  if (counts.extra === 0) return NOTHING;
  return html`<h3>Rows that nobody sent: ${count(counts.extra)}</h3>
    ${hasValues ? examplesOf(extra) : NOTHING}`;
}

function examplesOf(examples: readonly Example[]): Markup {
  if (examples.length === 0) return NOTHING;
  return html`<ul class="examples">
    ${examples.map(exampleOf)}
  </ul>`;
}

function exampleOf({ row, column, expected, arrived }: Example): Markup {
  const head = row === undefined ? NOTHING : html`row ${count(row)}: `;
  if (row === undefined) return html`<li><code>${valueText(arrived)}</code></li>`;
  if (column === undefined) return html`<li>${head}<code>${valueText(expected)}</code></li>`;
  return html`<li>
    ${head}sent <code>${valueText(expected)}</code>, arrived <code>${valueText(arrived)}</code>
  </li>`;
}

function notesOf(report: TableReport): Markup {
  const lines = [...restLines(report), ...report.notes];
  return lines.length === 0
    ? NOTHING
    : html`<h3>Notes</h3>
        ${listOf(lines)}`;
}

const [WIDTH, HEIGHT] = [1000, 56] as const;
/** Of a cell with a few such rows, so that they can be seen. */
const LEAST_HEIGHT = 5;

/** What became of the rows along the stream, as a picture. */
function stripPicture(cells: readonly StripCell[]): Markup {
  const last = cells.at(-1);
  if (last === undefined) return html``;
  const width = WIDTH / cells.length;
  const bad = cells.filter(({ changed, missing }) => changed + missing > 0).length;
  const end = last.first + Math.max(1, last.expected);
  return html`<figure>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="The stream in ${cells.length} parts, of which ${bad} have changed or missing rows"
    >
      ${cells.map((cell, i) => cellPicture(cell, i * width, width, cells[i + 1]?.first ?? end))}
    </svg>
    <figcaption>
      <span>row 0</span
      ><span class="legend"
        ><i class="right"></i>right <i class="changed"></i>changed <i class="missing"></i>missing</span
      ><span>row ${count(end - 1)}</span>
    </figcaption>
  </figure>`;
}

function cellPicture(cell: StripCell, x: number, width: number, end: number): Markup {
  const { first, right, changed, missing } = cell;
  return html`<g
    ><title>
      rows ${count(first)} – ${count(end - 1)}: ${count(right)} right, ${count(changed)} changed,
      ${count(missing)} missing</title
    >${stripParts(cell, HEIGHT, LEAST_HEIGHT).map(
      ({ kind, y, height }) =>
        html`<rect
          class="${kind}"
          x="${fixed(x)}"
          y="${fixed(y)}"
          width="${fixed(width + 1)}"
          height="${fixed(height)}"
        />`,
    )}</g
  >`;
}

const fixed = (value: number): string => String(Number(value.toFixed(2)));
