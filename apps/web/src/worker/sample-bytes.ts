/** The bytes of a file in pieces, unpacked if they are gzip. What a truncated file still contains comes before its error. */
export async function* bytesOf(
  source: Blob,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const [first, second] = new Uint8Array(await source.slice(0, 2).arrayBuffer());
  let bytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onProgress(bytes);
      controller.enqueue(chunk);
    },
  });
  const counted = source.stream().pipeThrough(counter);
  const isPacked = first === 0x1f && second === 0x8b;
  const reader = (isPacked ? counted.pipeThrough(new DecompressionStream('gzip')) : counted).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
