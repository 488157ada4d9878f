import { respondJson, linesOf, tryParse, type Service } from './service.ts';

/** Longest body. Ably accepts 64 KiB, or 256 KiB on larger plans. */
const MAX_BYTES = 4 * 2 ** 20;

const PATH = /^\/channels\/([^/]+)\/messages\/?$/;

/** Ably's REST publish, with any key and channel. https://ably.com/docs/api/rest-api#publish */
export const ably: Service = {
  name: 'ably',
  matches: ({ path }) => PATH.test(path),
  reply({ method, path, body }) {
    if (method !== 'POST') return failure(405, 40500, 'Method not allowed');
    if (body.length > MAX_BYTES) return failure(413, 40009, 'The maximum message size is exceeded');
    const channel = channelOf(path);
    if (channel === undefined) return failure(400, 40010, 'Invalid channel name');
    const message = tryParse(body.toString('utf8'));
    if (typeof message !== 'object' || message === null)
      return failure(400, 40001, 'Could not decode the request body');
    const messages = [message].flat();
    if (messages.length === 0) return failure(400, 40030, 'No messages in the publish');
    const messageId = String(
      Object.entries(messages[0] ?? {}).find(([name]) => name === 'id')?.[1] ?? 'received',
    );
    return { ...respondJson(201, { channel, messageId }), ...linesOf(messages.flatMap(rowsOf)) };
  },
};

function channelOf(path: string): string | undefined {
  try {
    return decodeURIComponent(PATH.exec(path)?.[1] ?? '');
  } catch {
    return undefined;
  }
}

/** The rows in a message's data: an array is several rows, a string may be JSON. */
function rowsOf(message: unknown): unknown[] {
  const data: unknown = Object.entries(message ?? {}).find(([name]) => name === 'data')?.[1];
  const value = typeof data === 'string' ? (tryParse(data) ?? data) : data;
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

const failure = (statusCode: number, code: number, message: string): ReturnType<typeof respondJson> =>
  respondJson(statusCode, { error: { message, code, statusCode } });
