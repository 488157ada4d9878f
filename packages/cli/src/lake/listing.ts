import { bytesIn, etagOf, modifiedMs, type Lake } from './lake.ts';
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

/** The keys that pass, as XML. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html @throws S3Error if it is asked wrongly */
export function listing(lake: Lake, query: URLSearchParams): string {
  const asked = askedBy(query);
  const { isSecond, prefix, delimiter, most, after, write } = asked;
  const end = lake.before((key) => key > prefix && !key.startsWith(prefix));
  let i = Math.max(
    lake.before((key) => key >= prefix),
    lake.before((key) => key > after.text && !(after.isPrefix && key.startsWith(after.text))),
  );
  const found: Xml[] = [];
  const groups: Xml[] = [];
  let last: Mark | undefined;
  while (i < end && found.length + groups.length < most) {
    const object = lake.at(i);
    const { key } = object.part;
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    if (cut >= 0) {
      const text = key.slice(0, cut + delimiter.length);
      groups.push(['CommonPrefixes', [['Prefix', write(text)]]]);
      last = { text, isPrefix: true };
      i = lake.before((each) => each > text && !each.startsWith(text));
    } else {
      found.push([
        'Contents',
        [
          ['Key', write(key)],
          ['LastModified', new Date(modifiedMs(object)).toISOString()],
          ['ETag', etagOf(object)],
          ['Size', bytesIn(object)],
          ['StorageClass', 'STANDARD'],
        ],
      ]);
      last = { text: key, isPrefix: false };
      i++;
    }
  }
  const next = i < end && most > 0 ? last : undefined;
  const given = (name: string): string | undefined => query.get(name) ?? undefined;
  const isMarked = !isSecond && next !== undefined;
  return documentOf('ListBucketResult', [
    ['Name', BUCKET],
    ['Prefix', write(prefix)],
    ['Delimiter', delimiter === '' ? undefined : write(delimiter)],
    ['MaxKeys', most],
    ['EncodingType', given('encoding-type')],
    ['KeyCount', isSecond ? found.length + groups.length : undefined],
    ['IsTruncated', next !== undefined],
    ['StartAfter', isSecond && query.has('start-after') ? write(given('start-after') ?? '') : undefined],
    ['ContinuationToken', isSecond ? given('continuation-token') : undefined],
    ['NextContinuationToken', isSecond && next !== undefined ? tokenOf(next) : undefined],
    ['Marker', isSecond ? undefined : write(given('marker') ?? '')],
    ['NextMarker', isMarked ? write(next.text) : undefined],
    ...found,
    ...groups,
  ]);
}

function askedBy(query: URLSearchParams): Asked {
  const isSecond = query.get('list-type') === '2';
  const delimiter = query.get('delimiter') ?? '';
  const encoding = query.get('encoding-type');
  if (encoding !== null && encoding !== 'url')
    throw new S3Error(400, 'InvalidArgument', 'Invalid encoding type: use url');
  const most = query.get('max-keys') ?? String(MOST_KEYS);
  if (!/^\d{1,10}$/.test(most))
    throw new S3Error(400, 'InvalidArgument', 'max-keys must be a whole number from 0');
  const token = isSecond ? query.get('continuation-token') : null;
  const marker = query.get(isSecond ? 'start-after' : 'marker') ?? '';
  // The marker of the first kind of listing may be a common prefix, behind which it goes on.
  const isPrefix = !isSecond && delimiter !== '' && marker.endsWith(delimiter);
  return {
    isSecond,
    prefix: query.get('prefix') ?? '',
    delimiter,
    most: Math.min(MOST_KEYS, Number(most)),
    after: token === null ? { text: marker, isPrefix } : markOf(token),
    write: encoding === 'url' ? urlEncoded : String,
  };
}

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
