import { templates } from '@catbird/engine';
import { cpuRate, filling, geometricMean, median, rate, report, schemaOf, short } from './measure.js';
import { isCommon, mockingbird, plainFaker, type MakeRow } from './peers.js';

/**
 * Rows per second of every template on one core: ours against `@tinybirdco/mockingbird` and plain faker, in turn, in one
 * process. Medians of ROUNDS. All three write UTF-8 JSON lines; the peers' warnings are silenced.
 *
 *     node --disallow-code-generation-from-strings dist/generator.js [template]
 */
const ROUNDS = 5;
const MS = Number(process.env['MS'] ?? 400);
/** Turns per round of templates with related fields: short ones, so that other work on the machine slows both alike. */
const TURNS = 10;
const PEER_ROWS = 1000;
console.warn = () => {};

/** Lines made from objects with `JSON.stringify`. */
const linesOf = (make: MakeRow) => (): number => {
  const lines: string[] = [];
  for (let i = 0; i < PEER_ROWS; i++) lines.push(JSON.stringify(make()));
  return Buffer.from(`${lines.join('\n')}\n`).length > 0 ? PEER_ROWS : 0;
};

function measure(name: string, text: string) {
  const schema = schemaOf(text);
  const ours = filling(schema);
  const work = [ours.work, linesOf(mockingbird(schema)), linesOf(plainFaker(schema))];
  for (const each of work) rate(each, MS);
  const rates = work.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) work.forEach((each, i) => rates[i]?.push(rate(each, MS)));
  const [rows = NaN, peer = NaN, faker = NaN] = rates.map(median);
  const bytes = ours.bytesPerRow();
  return {
    template: name,
    'rows/s': short(rows),
    'ns/row': short(1e9 / rows),
    'MB/s': short((rows * bytes) / 1e6),
    'cells/s': short(rows * schema.fields.length),
    'bytes/row': short(bytes),
    'mockingbird rows/s': short(peer),
    'ratio to mockingbird': short(rows / peer),
    'faker 10 rows/s': short(faker),
    'ratio to faker 10': short(rows / faker),
  };
}

/** A template with related fields, and its bytes per CPU second as a share of Simple Example's: the two are measured in turn. */
function related(name: string, text: string) {
  const ours = filling(schemaOf(text));
  const simple = filling(schemaOf(templates.find(({ name: each }) => each === 'Simple Example')?.text ?? ''));
  for (const { work } of [ours, simple]) rate(work, MS);
  const rows: number[] = [];
  const shares: number[] = [];
  for (let turn = 0; turn < ROUNDS * TURNS; turn++) {
    const [own, other] = [ours, simple].map(({ work }) => cpuRate(work, MS / TURNS));
    rows.push(own ?? NaN);
    shares.push(((own ?? NaN) * ours.bytesPerRow()) / ((other ?? NaN) * simple.bytesPerRow()));
  }
  const perSecond = median(rows);
  return {
    template: name,
    'rows/s': short(perSecond),
    'MB/s': short((perSecond * ours.bytesPerRow()) / 1e6),
    'bytes/row': short(ours.bytesPerRow()),
    "share of Simple Example's MB/s": short(median(shares)),
  };
}

const [, , only = ''] = process.argv;
const rows = templates
  .filter(({ name, text }) => name.startsWith(only) && isCommon(schemaOf(text)))
  .map(({ name, text }) => measure(name, text));
/** Templates with related fields, which the peers cannot generate. */
const ofRelated = templates
  .filter(({ name, text }) => name.startsWith(only) && !isCommon(schemaOf(text)))
  .map(({ name, text }) => related(name, text));
if (ofRelated.length > 0) report('related', ofRelated);
const ratios = rows.map((row) => row['ratio to mockingbird']);
const summary = {
  'geometric mean to mockingbird': short(geometricMean(ratios)),
  'least to mockingbird': Math.min(...ratios),
  'geometric mean to faker 10': short(geometricMean(rows.map((row) => row['ratio to faker 10']))),
};
report(only === '' ? 'generator' : 'generator-one', rows, summary);
