import { bytesIn, etagOf, modifiedMs, type Lake, type LakeObject } from './lake.ts';
import { documentOf, S3Error, type Xml } from './xml.ts';

/** The name of the only bucket. */
export const BUCKET = 'catbird';

/** Keys of a page, at most. */
const MOST_KEYS = 1000;

/** A page of a listing, as ListObjectsV2 and ListObjects ask for it. */
interface Asked {
  readonly isSecond: boolean;
  readonly prefix: string;
  /** Empty: keys are not grouped. */
  readonly delimiter: string;
  readonly most: number;
  /** Where it goes on. */
  readonly after: Mark;
  readonly write: (text: string) => string;
}

/** A key, or a common prefix of keys, behind which a listing goes on. */
interface Mark {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** A page of keys, and of common prefixes. */
interface Page {
  readonly keys: readonly Xml[];
  readonly groups: readonly Xml[];
  /** Where the next page goes on. Undefined: it is the last one. */
  readonly next: Mark | undefined;
}

/** The keys that pass, as XML. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html @throws S3Error if it is asked wrongly */
export function listing(lake: Lake, query: URLSearchParams): string {
  const asked = askedBy(query);
  const { isSecond, prefix, delimiter, most, write } = asked;
  const { keys, groups, next } = pageOf(lake, asked);
  const echo = (name: string): string | undefined => {
    const text = query.get(name);
    return text === null ? undefined : write(text);
  };
  return documentOf('ListBucketResult', [
    ['Name', BUCKET],
    ['Prefix', write(prefix)],
    ['Delimiter', delimiter === '' ? undefined : write(delimiter)],
    ['MaxKeys', most],
    ['EncodingType', query.get('encoding-type') ?? undefined],
    ['IsTruncated', next !== undefined],
    ...(isSecond
      ? ([
          ['KeyCount', keys.length + groups.length],
          ['StartAfter', echo('start-after')],
          ['ContinuationToken', query.get('continuation-token') ?? undefined],
          ['NextContinuationToken', next && tokenOf(next)],
        ] as const)
      : ([
          ['Marker', echo('marker') ?? ''],
          ['NextMarker', next && write(next.text)],
        ] as const)),
    ...keys,
    ...groups,
  ]);
}

function pageOf(lake: Lake, { prefix, delimiter, most, after, write }: Asked): Page {
  const end = lake.before((key) => key > prefix && !key.startsWith(prefix));
  let i = Math.max(
    lake.before((key) => key >= prefix),
    lake.before((key) => key > after.text && !(after.isPrefix && key.startsWith(after.text))),
  );
  const keys: Xml[] = [];
  const groups: Xml[] = [];
  let last: Mark | undefined;
  while (i < end && keys.length + groups.length < most) {
    const object = lake.at(i);
    const { key } = object.part;
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    if (cut >= 0) {
      const text = key.slice(0, cut + delimiter.length);
      groups.push(['CommonPrefixes', [['Prefix', write(text)]]]);
      last = { text, isPrefix: true };
      i = lake.before((each) => each > text && !each.startsWith(text));
    } else {
      keys.push(['Contents', contentOf(object, write)]);
      last = { text: key, isPrefix: false };
      i++;
    }
  }
  return { keys, groups, next: i < end ? last : undefined };
}

const contentOf = (object: LakeObject, write: Asked['write']): readonly Xml[] => [
  ['Key', write(object.part.key)],
  ['LastModified', new Date(modifiedMs(object)).toISOString()],
  ['ETag', etagOf(object)],
  ['Size', bytesIn(object)],
  ['StorageClass', 'STANDARD'],
];

function askedBy(query: URLSearchParams): Asked {
  const text = (name: string, otherwise = ''): string => query.get(name) ?? otherwise;
  const isSecond = text('list-type') === '2';
  const delimiter = text('delimiter');
  const encoding = text('encoding-type', 'none');
  if (encoding !== 'none' && encoding !== 'url')
    throw new S3Error(400, 'InvalidArgument', 'Invalid encoding type: use url');
  const most = text('max-keys', String(MOST_KEYS));
  if (!/^\d{1,10}$/.test(most))
    throw new S3Error(400, 'InvalidArgument', 'max-keys must be a whole number from 0');
  return {
    isSecond,
    prefix: text('prefix'),
    delimiter,
    most: Math.min(MOST_KEYS, Number(most)),
    after: isSecond ? afterOf(query) : markerOf(text('marker'), delimiter),
    write: encoding === 'url' ? urlEncoded : String,
  };
}

const afterOf = (query: URLSearchParams): Mark => {
  const token = query.get('continuation-token');
  return token === null ? { text: query.get('start-after') ?? '', isPrefix: false } : markOf(token);
};

/** The marker of the first kind of listing may be a common prefix, behind which it goes on. */
const markerOf = (text: string, delimiter: string): Mark => ({
  text,
  isPrefix: delimiter !== '' && text.endsWith(delimiter),
});

/** As `encoding-type=url` does: a slash stays as it is. */
const urlEncoded = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%2F', '/');

const tokenOf = ({ text, isPrefix }: Mark): string =>
  Buffer.from(`${isPrefix ? 'p' : 'k'}${text}`).toString('base64url');

function markOf(token: string): Mark {
  const [kind, ...text] = Buffer.from(token, 'base64url').toString();
  const mark = { text: text.join(''), isPrefix: kind === 'p' };
  if (!/^[pk]$/.test(kind ?? '') || tokenOf(mark) !== token)
    throw new S3Error(400, 'InvalidArgument', 'The continuation token provided is incorrect');
  return mark;
}
