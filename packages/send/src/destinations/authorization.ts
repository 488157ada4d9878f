import { base64 } from './redact.ts';

/** Credentials of a user, or a token, as settings have them. */
export interface HttpCredentials {
  /** Which of them apply; others than `basic` and `bearer` have no header here. */
  readonly auth: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly bearerToken?: string | undefined;
}

const userAndPassword = ({ username = '', password = '' }: HttpCredentials): string =>
  `${username}:${password}`;

/** The header of basic or bearer authentication; nothing without. */
export function authorizationOf(credentials: HttpCredentials): { readonly authorization?: string } {
  const { auth, bearerToken = '' } = credentials;
  if (auth === 'basic') return { authorization: `Basic ${base64(userAndPassword(credentials))}` };
  return auth === 'bearer' ? { authorization: `Bearer ${bearerToken}` } : {};
}

/** What must never be shown: password, token, and how a user and a password are sent. */
export const secretsOfHttp = (credentials: HttpCredentials): string[] => [
  credentials.password ?? '',
  credentials.bearerToken ?? '',
  credentials.auth === 'basic' ? userAndPassword(credentials) : '',
];
