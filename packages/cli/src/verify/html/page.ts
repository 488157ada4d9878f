import {
  type Check,
  type TableReport,
  count,
  findingsOf,
  headline,
  percent,
  valueText,
  wordsOf,
  type StripCell,
  stripParts,
  titleOf,
} from '@catbird/verify';
import { partLines, sourceOf, stageLines } from '../report-text.ts';
import { isUnread, type Outcome, type Reports } from '../verified.ts';
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
    ${checksOf(report)}
    ${findingsOf(report, hasValues ? (value) => valueText(value) : undefined).map(
      (each) =>
        html`<h3>${titleOf(each)}</h3>
          ${listOf(each.lines)}`,
    )}
    ${notesOf(report)}
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

const notesOf = ({ notes }: TableReport): Markup =>
  notes.length === 0
    ? NOTHING
    : html`<h3>Notes</h3>
        ${listOf(notes)}`;

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
