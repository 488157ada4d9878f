import { test } from 'vitest';
import { parseSchema, templates, compile, newBatch, loadData } from '@catbird/core/internal/engine';
import { timelineOf, newTiming } from '@catbird/core/internal/time';
import { learn } from './learn.ts';
import { newFigures } from './figures.ts';
test('x', async () => {
  for (const t of templates) {
    const r = parseSchema(t.text);
    if (!r.ok) throw new Error('x');
    await loadData(r.schema);
    const t0 = performance.now();
    const l = learn(r.schema, '42', () => performance.now());
    console.log(t.name, (performance.now() - t0).toFixed(0), 'ms', l.fields.map((f) => `${f.path}:${f.kind}:${f.bits.toFixed(2)}`).join(' '), '|', l.columns.join(','));
  }
  const r = parseSchema(templates.find((t) => t.name === 'Online Shop')!.text);
  if (!r.ok) throw new Error('x');
  const timeline = timelineOf(r.schema, newTiming({ fromMs: Date.UTC(2026, 10, 25, 14), eps: 200 }), '42');
  const w = compile(r.schema, { seed: '42' });
  let n = 0;
  const f = newFigures({ schema: r.schema, seed: '42', rows: { rowAt: (p) => p }, timeline }, () => n);
  let b = newBatch(); const t0 = performance.now(); let fill = 0;
  for (let i = 0; i < 50; i++) { const t1 = performance.now(); w.fill(b, { first: i * 200, count: 200, time: timeline }); fill += performance.now() - t1; n += 1000; f.made(b); }
  console.log('made 10000', performance.now() - t0, 'of which fill', fill);
  console.log(JSON.stringify(f.take(Infinity), null, 0));
});
