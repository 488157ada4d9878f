import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startOtlp } from '../../../test/services/otlp.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

/** A span as it was sent. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code: number };
}

test('examples/traces.yaml makes traces whose spans lie within that of their gateway', async () => {
  const service = await startOtlp({ value: 'Bearer a-token' });
  const folder = await mkdtemp(join(tmpdir(), 'catbird-otlp-'));
  const example = await readFile(new URL('../../../examples/traces.yaml', import.meta.url), 'utf8');
  const file = join(folder, 'traces.yaml');
  const own = `endpoint: ${service.url}\n  headerValue: Bearer a-token`;
  const config = example
    .replace('endpoint: http://127.0.0.1:4318', own)
    .replace('eps: 200', 'eps: 200\nspeed: max\nfrom: 2026-11-20');
  await writeFile(file, config);
  try {
    const { code, err } = await here(['run', file, '--json']);
    expect(code, err).toBe(0);
    expect(service.faults).toEqual([]);
    expect(jsonLines(err).at(-1)).toMatchObject({ accepted: 1000 });
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
  const spans = service.records as unknown as readonly Span[];
  expect(spans).toHaveLength(1000);
  const byId = new Map(spans.map((span) => [`${span.traceId} ${span.spanId}`, span]));
  expect(byId.size).toBe(1000);
  let children = 0;
  for (const span of spans) {
    const root = spans.find(
      ({ traceId, parentSpanId }) => traceId === span.traceId && parentSpanId === undefined,
    );
    expect(root?.name).toBe('POST /checkout');
    expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root?.startTimeUnixNano ?? 0));
    expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root?.endTimeUnixNano ?? 0));
    if (span.parentSpanId === undefined) continue;
    children++;
    expect(byId.has(`${span.traceId} ${span.parentSpanId}`)).toBe(true);
  }
  expect(children).toBeGreaterThan(600);
  const payments = spans.filter(({ name }) => name === 'POST /charges');
  const declined = payments.filter(({ status }) => status?.code === 2);
  expect(declined.length).toBeGreaterThan(payments.length / 30);
  expect(declined.length).toBeLessThan(payments.length / 4);
});
