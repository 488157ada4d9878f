import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** The accepted credentials and their mechanism. */
export interface Login {
  readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512' | 'OAUTHBEARER';
  readonly username: string;
  /** Or the token. */
  readonly password: string;
}

/** Kafka's default, and the minimum of the standard. https://www.rfc-editor.org/rfc/rfc7677#section-4 */
const ITERATIONS = 4096;

/** Receives the client's messages and yields the server's. Returns the last one, or undefined if the login fails. */
export type Proof = Generator<string, string | undefined, string>;

/** Starts a login, which then waits for the client's first message. */
export function proofOf(login: Login): Proof {
  const proof = PROOFS[login.mechanism](login);
  proof.next('');
  return proof;
}

/** https://www.rfc-editor.org/rfc/rfc4616#section-2 */
function* plain({ username, password }: Login): Proof {
  const [authzid = '', ...credentials] = (yield '').split('\0');
  const isRight = JSON.stringify(credentials) === JSON.stringify([username, password]);
  return isRight && (authzid === '' || authzid === username) ? '' : undefined;
}

/** https://www.rfc-editor.org/rfc/rfc7628#section-3.1 */
function* bearer({ password }: Login): Proof {
  const [header, ...pairs] = (yield '').split('\x01');
  return header === 'n,,' && pairs.includes(`auth=Bearer ${password}`) ? '' : undefined;
}

/** Messages of a client without channel binding. https://www.rfc-editor.org/rfc/rfc5802#section-7 */
const CLIENT_FIRST = /^([ny],(?:a=[^,]*)?,)(n=((?:[^,=]|=2C|=3D)+),r=([!-+\--~]+))$/;
const CLIENT_FINAL = /^(c=([^,]+),r=([!-+\--~]+)),p=([^,]+)$/;

const groupsOf = (pattern: RegExp, message: string): readonly string[] => pattern.exec(message) ?? [];

/** https://www.rfc-editor.org/rfc/rfc5802#section-3 */
function* scram({ mechanism, username, password }: Login): Proof {
  const [hash, length] = mechanism === 'SCRAM-SHA-256' ? ['sha256', 32] : ['sha512', 64];
  const hmac = (key: Buffer, words: string): Buffer => createHmac(hash, key).update(words).digest();
  const salt = randomBytes(16);
  const saltedPassword = pbkdf2Sync(password, salt, ITERATIONS, length, hash);
  const storedKey = createHash(hash).update(hmac(saltedPassword, 'Client Key')).digest();

  const [, header = '', bare = '', name = '', clientNonce = ''] = groupsOf(CLIENT_FIRST, yield '');
  if (name.replaceAll('=2C', ',').replaceAll('=3D', '=') !== username) return undefined;
  const nonce = `${clientNonce}${randomBytes(18).toString('base64')}`;
  const serverFirst = `r=${nonce},s=${salt.toString('base64')},i=${ITERATIONS}`;

  const [, withoutProof, binding, sameNonce, clientProof = ''] = groupsOf(CLIENT_FINAL, yield serverFirst);
  if (binding !== Buffer.from(header).toString('base64') || sameNonce !== nonce) return undefined;
  const authMessage = `${bare},${serverFirst},${withoutProof}`;
  const signature = hmac(storedKey, authMessage);
  const clientKey = Buffer.from(clientProof, 'base64').map((byte, i) => byte ^ (signature[i] ?? 0));
  if (!createHash(hash).update(clientKey).digest().equals(storedKey)) return undefined;
  return `v=${hmac(hmac(saltedPassword, 'Server Key'), authMessage).toString('base64')}`;
}

const PROOFS: Readonly<Record<Login['mechanism'], (login: Login) => Proof>> = {
  PLAIN: plain,
  OAUTHBEARER: bearer,
  'SCRAM-SHA-256': scram,
  'SCRAM-SHA-512': scram,
};
