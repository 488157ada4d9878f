/** What S3 refuses, with its code. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export class S3Error extends Error {
  override readonly name = 'S3Error';

  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A text in XML. Characters that XML cannot hold are written as S3 does. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[&<>"\u0000-\u001F\u007F]/g, (character) => `&#${character.charCodeAt(0)};`);

/** An element. Absent ones and empty lists are left out. */
export type Xml = readonly [name: string, content: string | number | boolean | readonly Xml[] | undefined];

const elementOf = ([name, content]: Xml): string => {
  if (content === undefined) return '';
  const inner = Array.isArray(content) ? content.map(elementOf).join('') : escaped(String(content));
  return `<${name}>${inner}</${name}>`;
};

/** A document in the namespace of S3. */
export const documentOf = (name: string, content: readonly Xml[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content.map(elementOf).join('')}</${name}>`;

/** The document of an error, which is in no namespace. */
export const errorDocument = ({ code, message }: S3Error, resource: string, requestId: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${elementOf([
    'Error',
    [
      ['Code', code],
      ['Message', message],
      ['Resource', resource],
      ['RequestId', requestId],
    ],
  ])}`;
