import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import {
  compile,
  generatorTypes,
  loadData,
  newBatch,
  parseSchema,
  payload,
  type Schema,
} from '@catbird/engine';
import { expect, test } from 'vitest';
import { testData } from '../../scripts/data.js';
import { findProgram } from '../../scripts/programs.js';

const FIELDS_PER_SCHEMA = 12;

// Strings that often break programs.
const file = testData('blns.json');
const naughty = file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]);
const jq = file === undefined ? undefined : findProgram('jq');

type Spec = Readonly<Record<string, unknown>>;

/** Types that work alone: with the params of their example, and without params if they are optional. */
const specs: readonly Spec[] = generatorTypes.flatMap(({ name: type, example, exampleSchema }): Spec[] => {
  const alone = { type };
  return [
    ...(parseSchema(JSON.stringify({ alone })).ok ? [alone] : []),
    ...(example === undefined || exampleSchema !== undefined ? [] : [{ type, params: example }]),
  ];
});

/** Schemas with all generator types, and all naughty strings as values and as names. */
function schemas(): readonly Schema[] {
  const all: Record<string, unknown>[] = generatorTypes.flatMap(({ exampleSchema }) =>
    exampleSchema === undefined ? [] : [{ ...exampleSchema }],
  );
  for (let from = 0; from < specs.length; from += FIELDS_PER_SCHEMA) {
    const own = specs.slice(from, from + FIELDS_PER_SCHEMA);
    all.push(Object.fromEntries(own.map((spec, i) => [`field ${i}`, spec])));
  }
  const shares = all.map((own, at): Record<string, unknown> => {
    const names = [...new Set(naughty)].filter((_, i) => i % all.length === at);
    return Object.fromEntries([
      ...Object.entries(own),
      ...names.map((name) => [name, { type: 'datatype.boolean' }] as const),
      ['naughty', { type: 'helpers.arrayElement', params: [naughty] }],
    ]);
  });
  return shares.map((fields) => {
    const parsed = parseSchema(JSON.stringify(fields));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed));
    return parsed.schema;
  });
}

/** Tests that jq reads at least this many rows of all generator types, each as one object. Skipped without jq. */
export function jqTest(count: number): void {
  const title = `jq reads ${count.toLocaleString('en')} rows of all generator types and naughty strings, each as one object`;
  test.skipIf(jq === undefined)(title, async () => {
    expect(specs.length).toBeGreaterThan(generatorTypes.length);
    const all = schemas();
    const each = Math.ceil(count / all.length);
    // Line by line, to detect rows that run into the next. Fields can be missing, so this test counts them, too.
    const program = `reduce (inputs | fromjson) as $row ({};
    .rows += 1 | .objects += (if $row | type == "object" then 1 else 0 end) | .fields += ($row | length) | .seen[$row.naughty] = true)
    | .seen |= length`;
    const child = spawn(jq ?? 'jq', ['-R', '-n', '-c', program], { stdio: ['pipe', 'pipe', 'pipe'] });
    const output = text(child.stdout);
    const errors = text(child.stderr);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let fields = 0;
    for (const [i, schema] of all.entries()) {
      await loadData(schema);
      const rows = compile(schema, { seed: i });
      const batch = rows.fill(newBatch(), {
        first: 0,
        count: each,
        time: { startMs: Date.UTC(2026, 0, 1), stepMs: 1000 },
      });
      expect(batch.count).toBe(each);
      for (const line of decoder.decode(payload(batch)).trimEnd().split('\n'))
        fields += Object.keys(JSON.parse(line) as object).length;
      if (!child.stdin.write(payload(batch))) await once(child.stdin, 'drain');
    }
    child.stdin.end();
    expect(await errors).toBe('');
    expect(JSON.parse(await output)).toEqual({
      rows: each * all.length,
      objects: each * all.length,
      fields,
      seen: new Set(naughty).size,
    });
    expect(each * all.length).toBeGreaterThanOrEqual(count);
  });
}
