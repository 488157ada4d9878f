import { count, counted } from '@catbird/verify';
import { junitXml, type TestCase } from '../report/junit-xml.ts';
import { html, htmlPage, listOf, NOTHING, type Markup } from '../verify/html/markup.ts';
import type { Alert, Check, JudgedIncident, Score } from './judge.ts';
import { incidentTitle, outcomeText, scoreLines, scoreText } from './report-text.ts';

/** A score as XML that CI servers read: a test case for each incident, and one for false alarms. What is allowed is skipped. */
export function scoreJunit(score: Score): string {
  const isAllowed = (name: Check['name']): boolean =>
    score.checks.some((check) => check.name === name && check.verdict === 'right');
  const problemOf = (names: readonly Check['name'][], message: string): TestCase['problem'] =>
    names.length === 0 ? undefined : { kind: names.every(isAllowed) ? 'skipped' : 'failure', message };
  const cases = score.incidents.map((each) => ({
    name: `${incidentTitle(each)} ${new Date(each.fromMs).toISOString()}`,
    problem: problemOf(each.problems, outcomeText(each)),
  }));
  const found = score.falseAlarms.length;
  const falseAlarms = {
    name: 'no false alarms',
    problem: problemOf(found === 0 ? [] : ['false alarms'], counted(found, 'false alarm')),
  };
  return junitXml('catbird score', [
    { name: 'alerts', cases: [...cases, falseAlarms], out: scoreText(score) },
  ]);
}

/** A score as a page of one file, which loads nothing and runs nothing. */
export function scorePage(score: Score): string {
  const { headline, figures, incidents, falseAlarms } = scoreLines(score);
  const { verdict, checks } = score;
  const row = ({ name, count: found, allowed, verdict: own }: Check): Markup =>
    html`<tr>
      <th scope="row">${name}</th>
      <td class="number">${count(found)}</td>
      <td class="${own === 'wrong' ? 'wrong-text' : 'soft'}">
        ${allowed === 0 ? own : `${own}: up to ${count(allowed)} are allowed`}
      </td>
    </tr> `;
  const listed = (title: string, lines: readonly string[]): Markup =>
    lines.length === 0
      ? NOTHING
      : html`<h3>${title}</h3>
          ${listOf(lines)}`;
  return htmlPage(
    verdict === 'right' ? 'The alerts are right' : 'The alerts are not right',
    html`<section>
      <h2>alerts <span class="verdict ${verdict}">${verdict}</span></h2>
      <p>${headline}</p>
      <p class="soft">${figures}</p>
      ${picture(score)}
      <h3>Checks</h3>
      <table class="checks">
        ${checks.map(row)}
      </table>
      ${listed('Incidents', incidents)} ${listed('False alarms', falseAlarms)}
    </section> `,
    'Made by catbird score.',
  );
}

const [WIDTH, HEIGHT] = [1000, 56] as const;
/** Of what is shorter, so that it can be seen. */
const LEAST_WIDTH = 2;

/** Incidents above false alarms along the time, as a picture. */
function picture({ incidents, falseAlarms, span }: Score): Markup {
  const perMs = WIDTH / Math.max(1, span.toMs - span.fromMs);
  const place = (ms: number): number => Math.max(0, Math.min(WIDTH, Math.round((ms - span.fromMs) * perMs)));
  // Bars at the same place are drawn once: there may be any number of alarms.
  const bars = (look: string, y: number, spans: readonly Pick<Alert, 'fromMs' | 'toMs'>[]): Markup[] => {
    const widest = new Map<number, number>();
    for (const { fromMs, toMs = span.toMs } of spans) {
      const x = place(fromMs);
      widest.set(x, Math.max(widest.get(x) ?? LEAST_WIDTH, place(toMs) - x));
    }
    return [...widest].map(
      ([x, width]) =>
        html`<rect class="${look}" x="${x}" y="${y}" width="${width}" height="${HEIGHT / 2}" />`,
    );
  };
  const isRight = ({ problems }: JudgedIncident): boolean => problems.length === 0;
  const wrong = incidents.filter((each) => !isRight(each));
  return html`<figure>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${counted(incidents.length, 'incident')} and ${counted(falseAlarms.length, 'false alarm')} over time"
    >
      ${bars('right', 0, incidents.filter(isRight))} ${bars('missing', 0, wrong)}
      ${bars('changed', HEIGHT / 2, falseAlarms)}
    </svg>
    <figcaption>
      <span class="legend"
        ><i class="right"></i>incident detected <i class="missing"></i>not right <i class="changed"></i>false
        alarm</span
      >
    </figcaption>
  </figure>`;
}
