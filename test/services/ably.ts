import { jsonAnswer, startService, type Answer, type Received, type Service } from './service.ts';

/** Options of a stand-in for Ably. */
export interface AblyOptions {
  /** Default `events`. */
  readonly channelId?: string;
  /** Default `xVLyHw.dHBYNQ:a-secret-for-tests`. */
  readonly apiKey?: string;
}

/** A stand-in for Ably, and the messages it accepted. */
export interface AblyService extends Service {
  /** Ids of accepted messages, in order. Duplicates and their rows are stored once. */
  readonly ids: readonly string[];
}

/** Maximum size of one publish, name and data together. https://ably.com/docs/platform/pricing/limits#message */
const PUBLISH_BYTES = 65_536;

/** Starts a strict stand-in for Ably's REST API. https://ably.com/docs/api/rest-api#publish */
export async function startAbly({
  channelId = 'events',
  apiKey = 'xVLyHw.dHBYNQ:a-secret-for-tests',
}: AblyOptions = {}): Promise<AblyService> {
  const ids: string[] = [];
  const service = await startService({
    cors: {
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      headers: ['authorization', 'content-type', 'accept', 'x-ably-version', 'ably-agent'],
      exposed: ['link', 'x-ably-errorcode', 'x-ably-errormessage', 'x-ably-serverid'],
    },
    respond(request, fault, take) {
      const refused = refusalOf(request, channelId, apiKey);
      if (refused !== undefined) return refused;
      const message = messageOf(request.body);
      if (message === undefined) return ablyError(400, 40001, 'Could not decode the request body');
      if (Array.isArray(message) && message.length === 0)
        return ablyError(400, 40030, 'No messages in the publish');
      const { name, data, id, ...more } = Object.fromEntries(Object.entries(message));
      if (name !== 'publish') fault(`name is ${JSON.stringify(name)}, not "publish"`);
      if (Object.keys(more).length > 0) fault(`unknown members: ${Object.keys(more).join(', ')}`);
      if (!Array.isArray(data)) return ablyError(400, 40013, 'Invalid message data or encoding');
      if (typeof id !== 'string' || !/^[\w-]{12}:0$/.test(id)) fault(`id is ${JSON.stringify(id)}`);
      const bytes = Buffer.byteLength(JSON.stringify(data)) + 'publish'.length;
      if (bytes > PUBLISH_BYTES)
        return ablyError(
          400,
          40009,
          `Unable to publish message: maximum message length exceeded; size was ${bytes}`,
        );
      if (!ids.includes(String(id))) {
        ids.push(String(id));
        data.forEach(take);
      }
      return jsonAnswer(201, { channel: channelId, messageId: String(id) });
    },
  });
  return { ...service, ids };
}

/** An error in Ably's format. */
export const ablyError = (status: number, code: number, message: string): Answer =>
  jsonAnswer(status, {
    error: { message, code, statusCode: status, href: `https://help.ably.io/error/${code}` },
  });

function refusalOf(
  { method, target, headers }: Received,
  channelId: string,
  apiKey: string,
): Answer | undefined {
  if (!target.startsWith('/channels/')) return ablyError(404, 40400, 'Could not find path');
  if (method !== 'POST') return ablyError(405, 40500, 'Method not allowed');
  if (headers['authorization'] !== `Basic ${Buffer.from(apiKey).toString('base64')}`)
    return ablyError(401, 40101, 'Invalid credentials');
  if (target !== `/channels/${encodeURIComponent(channelId)}/messages`)
    return ablyError(401, 40160, `Channel denied access based on given capability; path = ${target}`);
  if (headers['content-type'] !== 'application/json')
    return ablyError(400, 40004, `Content type ${headers['content-type']} is not application/json`);
  return undefined;
}

function messageOf(body: Buffer): object | undefined {
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
