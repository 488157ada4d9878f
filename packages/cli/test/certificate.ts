import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A self-signed certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** Path of the certificate. */
  readonly file: string;
}

/** Creates a certificate for this machine, or for other names, in a folder, using `openssl` at this path. */
export async function makeCertificate(
  openssl: string,
  folder: string,
  names = 'DNS:localhost,IP:127.0.0.1',
): Promise<Certificate> {
  const [file, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const named = ['-subj', '/CN=Catbird', '-addext', `subjectAltName=${names}`];
  await promisify(execFile)(openssl, ['req', ...kind, ...named, '-out', file, '-keyout', keyFile]);
  return { cert: await readFile(file, 'utf8'), key: await readFile(keyFile, 'utf8'), file };
}
