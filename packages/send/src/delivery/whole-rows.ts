import { byteLength, newBatch, payload, type Batch, type RowWriter } from '@catbird/engine';

/**
 * Fills batches with as many rows as are asked for, where the writer stops earlier because the next ones have another time. Rows that
 * do not follow on each other stay apart. For rows without a step.
 */
export function wholeRows(rows: RowWriter): RowWriter {
  const more = newBatch();
  return {
    fill(batch, extent) {
      const { first, count, maxBytes = Infinity } = extent;
      let filled = rows.fill(batch, extent);
      while (filled.count < count && byteLength(filled) < maxBytes) {
        const rest = { first: first + filled.count, count: count - filled.count };
        const next = rows.fill(more, { ...extent, ...rest, maxBytes: maxBytes - byteLength(filled) });
        if (next.first !== filled.first + filled.count) break;
        filled = appended(filled, next);
      }
      return filled;
    },
  };
}

function appended(batch: Batch, next: Batch): Batch {
  const [size, count] = [byteLength(batch), batch.count + next.count];
  const bytes = roomy(batch.bytes, size, size + byteLength(next));
  bytes.set(payload(next), size);
  const ends = batch.ends.length >= count ? batch.ends : grown(batch.ends, count);
  for (let place = 0; place < next.count; place++) ends[batch.count + place] = size + (next.ends[place] ?? 0);
  return Object.assign(batch, {
    count,
    bytes,
    ends,
    ...(batch.sides && { sides: [...batch.sides.slice(0, batch.count), ...(next.sides ?? [])] }),
    ...((batch.shapes ?? next.shapes) && { shapes: [...shapesOf(batch), ...shapesOf(next)] }),
  });
}

const shapesOf = ({ shapes = [], count }: Batch): (number | undefined)[] =>
  Array.from({ length: count }, (_, place) => shapes[place]);

/** Memory with the first `used` bytes of another, or that one if it has room. */
function roomy(bytes: Uint8Array, used: number, needed: number): Uint8Array {
  if (bytes.length >= needed) return bytes;
  const larger = new Uint8Array(Math.max(needed, 2 * bytes.length));
  larger.set(bytes.subarray(0, used));
  return larger;
}

function grown(ends: Uint32Array, count: number): Uint32Array {
  const larger = new Uint32Array(Math.max(count, 2 * ends.length));
  larger.set(ends);
  return larger;
}
