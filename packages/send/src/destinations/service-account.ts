import { isClearText, originFault } from './address.ts';
import { isText, jsonOf, member } from './response.ts';

/** The key of a service account of Google Cloud. */
export interface ServiceAccount {
  readonly email: string;
  readonly keyId: string | undefined;
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  /** Where its tokens come from. */
  readonly tokenUrl: string;
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token';

/** Reads the JSON of a key, as Google Cloud makes it. Undefined if it is another. https://cloud.google.com/iam/docs/keys-create-delete */
export function serviceAccountIn(text: string): ServiceAccount | undefined {
  const value = jsonOf(text);
  const [email, privateKey, keyId] = ['client_email', 'private_key', 'private_key_id'].map((name) =>
    member(value, name),
  );
  const tokenUrl = member(value, 'token_uri') ?? TOKEN_URL;
  if (!isText(email) || !isText(privateKey) || !isText(tokenUrl)) return undefined;
  if (originFault(tokenUrl) !== undefined || isClearText(tokenUrl)) return undefined;
  return { email, privateKey, keyId: isText(keyId) ? keyId : undefined, tokenUrl };
}
