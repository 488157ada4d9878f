import { createRequire } from 'node:module';
import type { Field } from '@catbird/engine';

/**
 * `@tinybirdco/mockingbird` sending to a service, in a separate process because its loop cannot be stopped.
 * Arguments: the service's address, events per second, and the fields as JSON.
 */
interface Peer {
  generate(): Promise<unknown>;
}
type NewPeer = new (config: object) => Peer;

const [, , endpoint = '', eps = '', fields = '[]'] = process.argv;

/** Its schema format, as in `peers.ts`. */
const specOf = ({ type, args }: Field): object => ({
  type: type.replace(/^catbird\./, 'mockingbird.'),
  ...(args.length > 0 && { params: args }),
});

const { TinybirdGenerator } = createRequire(import.meta.url)('@tinybirdco/mockingbird') as {
  TinybirdGenerator: NewPeer;
};
const schema = Object.fromEntries(
  (JSON.parse(fields) as Field[]).map((field) => [field.name, specOf(field)]),
);
const generator = new TinybirdGenerator({
  schema,
  endpoint,
  datasource: 'd',
  token: 't',
  eps: Number(eps),
  limit: -1,
  logs: false,
});
await generator.generate();
