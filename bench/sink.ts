import { createServer, type Socket } from 'node:net';

/**
 * A minimal HTTP/1.1 server in a separate process. It reads bodies with a Content-Length, counts bytes and newlines, and
 * responds 200 like Tinybird after `process.argv[2]` milliseconds. Faster than Node's own server, so it is not the bottleneck.
 */
const delayMs = Number(process.argv[2] ?? 0);
let lines = 0;
let bodyBytes = 0;
let requests = 0;
let firstAt = 0;

function answer(socket: Socket, accepted: number): void {
  const body = `{"successful_rows":${accepted},"quarantined_rows":0}`;
  // Pages of other origins may call it.
  const cors =
    'access-control-allow-origin: *\r\naccess-control-allow-headers: *\r\naccess-control-max-age: 600\r\n';
  const text = `HTTP/1.1 202 Accepted\r\n${cors}content-length: ${body.length}\r\ncontent-type: application/json\r\n\r\n${body}`;
  if (delayMs === 0) socket.write(text);
  else setTimeout(() => socket.write(text), delayMs);
}

function serve(socket: Socket): void {
  let head = '';
  let left = 0;
  // Of this request only: others arrive at the same time.
  let accepted = 0;
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    let at = 0;
    while (at < chunk.length) {
      if (left === 0) {
        head += chunk.toString('latin1', at);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        at = chunk.length - (head.length - end - 4);
        left = Number(/content-length: *(\d+)/i.exec(head.slice(0, end))?.[1] ?? 0);
        head = '';
        accepted = 0;
        requests++;
        if (firstAt === 0) firstAt = Date.now();
        if (left === 0) answer(socket, 0);
        continue;
      }
      const take = Math.min(left, chunk.length - at);
      // Counting with indexOf runs at memchr's speed.
      for (let i = chunk.indexOf(10, at); i >= 0 && i < at + take; i = chunk.indexOf(10, i + 1)) accepted++;
      at += take;
      left -= take;
      bodyBytes += take;
      if (left > 0) continue;
      lines += accepted;
      answer(socket, accepted);
    }
  });
}

const server = createServer({ noDelay: true, highWaterMark: 1 << 18 }, serve);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('message', (message) => {
  if (message === 'reset') [lines, bodyBytes, requests, firstAt] = [0, 0, 0, 0];
  process.send?.({ lines, bodyBytes, requests, firstAt });
});
process.on('disconnect', () => process.exit());
