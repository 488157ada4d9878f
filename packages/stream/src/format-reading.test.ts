import { invalid, messagesOf } from '../../engine/src/model/issue.ts';
import avsc from 'avsc';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSchemaRegistry, type SchemaRegistryService } from '../../../test/services/schema-registry.ts';
import { fetchHttp } from '../../send/src/destinations/http.ts';
import { withFormat } from '../../formats/src/format.ts';
import { newBatch, records } from '../../engine/src/rows/batch.ts';
import { parseFaults } from '../../engine/src/rows/fault-settings.ts';
import { withFaults } from '../../engine/src/rows/faults.ts';
import { compile } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { planFormat, type FormatReading } from './format-reading.ts';

const parsed = parseSchema(
  JSON.stringify({
    id: { type: 'catbird.sequence' },
    status: { type: 'helpers.arrayElement', params: ['paid', 'open'] },
    note: { type: 'number.int', nulls: 0.5 },
  }),
);
if (!parsed.ok) throw new Error('The schema is not valid');
const { schema } = parsed;

const faultsOf = (...drift: readonly unknown[]) => {
  const faults = parseFaults({ drift });
  if (!faults.ok) throw new Error(messagesOf(faults.issues).join('\n'));
  return faults.faults;
};

describe('rows that drift, with their schemas in a registry,', () => {
  let service: SchemaRegistryService;
  beforeEach(async () => void (service = await startSchemaRegistry({ firstId: 5 })));
  afterEach(() => service.close());

  const planned = (
    faults: ReturnType<typeof faultsOf>,
    settings: object = { register: true },
  ): Promise<FormatReading> =>
    planFormat({ name: 'avro', schemaRegistry: service.url, subject: 'orders-value', ...settings }, schema, {
      drift: faults.drift,
      optionOf: (option) => `--${option}`,
      registry: {
        ask: (act) => act({ http: fetchHttp(fetch), signal: new AbortController().signal, now: Date.now }),
      },
    });
  const schemaOf = (id: number): avsc.Type => {
    const found = service.subjects.get('orders-value')?.find((version) => version.id === id);
    return avsc.Type.forSchema(JSON.parse(found?.schema ?? '""') as avsc.Schema);
  };

  test('begin with the id of their own schema, if the registry accepts it', async () => {
    const faults = faultsOf({ at: 2, remove: ['note'] }, { at: 4, remove: ['status'] });
    const reading = await planned(faults);
    if (!reading.ok || reading.plan === undefined) throw new Error('No plan');
    expect(reading.note).toBe(
      'Rows have schema 5 of orders-value. remove note: Rows have schema 6 of orders-value. remove note, remove status: Rows have schema 7 of orders-value',
    );
    const rows = withFormat(
      withFaults(compile(schema, { seed: 1 }), faults, { seed: 1, schema }),
      reading.plan,
    );
    const batch = rows.fill(newBatch(), { first: 0, count: 6, time: { startMs: 0, stepMs: 1 } });
    const read = Array.from(records(batch), (bytes) => {
      const id = Buffer.from(bytes).readInt32BE(1);
      return [id, Object.keys(schemaOf(id).fromBuffer(Buffer.from(bytes.slice(5))) as object).join()];
    });
    expect(read).toEqual([
      [5, 'id,status,note'],
      [5, 'id,status,note'],
      [6, 'id,status'],
      [6, 'id,status'],
      [7, 'id'],
      [7, 'id'],
    ]);
    expect(service.faults).toEqual([]);
  });

  test('are refused with the reason of the registry, if it does not accept their schema', async () => {
    const reading = await planned(faultsOf({ at: 2, rename: { id: 'order_id' } }));
    expect(reading).toMatchObject(
      invalid(
        expect.stringMatching(
          /^faults\.drift: rename id: The registry refuses the schema for orders-value\. /,
        ),
      ),
    );
    expect(service.subjects.get('orders-value')).toHaveLength(1);
  });

  test('must fit the schema that the registry has, if none is registered', async () => {
    await planned(faultsOf({ at: 2, remove: ['note'] }));
    const found = await planned(faultsOf({ at: 9, remove: ['id'] }), {});
    expect(found).toMatchObject({ ok: false });
  });
});
