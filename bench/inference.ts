import { HELD_OUT, USED, type Labels } from './inference-labels.js';
import { compareSet, leaksOf, measuresOf, type Measure } from './inference-quality.js';
import { speeds } from './inference-speed.js';
import { median, report, short } from './measure.js';

/**
 * How well schemas of published data sets describe them: fields of the right type, and distances of generated values from the originals.
 *
 *     node dist/inference.js
 */
async function measure(sets: Readonly<Record<string, Labels>>, isCopied: boolean): Promise<Measure[]> {
  const all: Measure[] = [];
  for (const [file, labels] of Object.entries(sets)) {
    const comparison = await compareSet(file, isCopied);
    all.push(...measuresOf(file, labels, comparison));
    if (!isCopied) for (const leak of leaksOf(comparison)) console.log(`LEAK ${file} ${leak}`);
  }
  return all;
}

const of = (measures: readonly Measure[], measure: Measure['measure']): number[] =>
  measures.filter((each) => each.measure === measure).map(({ distance }) => distance);

const at = (values: readonly number[], share: number): number =>
  short(values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0);

const rows = [];
for (const [name, sets] of Object.entries({
  used: USED,
  'held out': HELD_OUT,
}))
  for (const isCopied of [true, false]) {
    const measures = await measure(sets, isCopied);
    if (process.env['DETAILS'] !== undefined)
      console.table(
        measures.filter(({ isRight, distance, nulls }) => !isRight || distance > 0.1 || nulls > 0.03),
      );
    const [ks, tv, lengths] = [of(measures, 'KS'), of(measures, 'TV'), of(measures, 'length')];
    rows.push({
      sets: name,
      copy: isCopied ? 'enums' : 'none',
      fields: measures.length,
      'right, %': short((100 * measures.filter(({ isRight }) => isRight).length) / measures.length),
      'KS median': short(median(ks)),
      // Few values are further from any law than many.
      'KS median, 200 rows': short(
        median(
          of(
            measures.filter(({ rows: n }) => n >= 200),
            'KS',
          ),
        ),
      ),
      'KS 90 %': at(ks, 0.9),
      'TV median': short(median(tv)),
      'TV 90 %': at(tv, 0.9),
      'length median': short(median(lengths)),
      'nulls, most': at(
        measures.map(({ nulls }) => nulls),
        0.999,
      ),
    });
  }
report('inference', rows);
report('inference-speed', await speeds());
