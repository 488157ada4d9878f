import { newNamedType } from '../../search/named-type.ts';

/** Types that the search may find by a name, with the length of their longest texts. */
const FOUND: ReadonlyMap<string, number> = new Map([
  ['vehicle.vin', 17],
  ['vehicle.vrm', 7],
  ['vehicle.fuel', 8],
  ['vehicle.manufacturer', 20],
  ['commerce.isbn', 17],
  ['commerce.upc', 12],
  ['commerce.productMaterial', 10],
  ['airline.recordLocator', 6],
  ['person.middleName', 14],
  ['person.bio', 60],
  ['person.zodiacSign', 11],
  ['location.timeZone', 32],
  ['location.county', 24],
  ['location.continent', 13],
  ['location.buildingNumber', 5],
  ['location.secondaryAddress', 10],
  ['finance.accountNumber', 8],
  ['finance.routingNumber', 9],
  ['finance.creditCardCVV', 3],
  ['finance.bitcoinAddress', 64],
  ['finance.ethereumAddress', 42],
  ['finance.transactionType', 10],
  ['git.branch', 26],
  ['git.commitMessage', 44],
  ['git.commitSha', 40],
  ['database.mongodbObjectId', 24],
  ['string.ulid', 26],
  ['string.nanoid', 21],
  ['system.cron', 16],
  ['system.filePath', 60],
  ['system.networkInterface', 16],
  ['food.ingredient', 40],
  ['music.genre', 20],
  ['animal.petName', 12],
]);

const namedType = newNamedType([...FOUND.keys()]);

/** The type that the search of the type picker finds by a name, and the length of its longest texts. */
export function foundType(
  words: string,
): { readonly type: string; readonly longest: number | undefined } | undefined {
  const type = namedType(words.split(' '));
  return type === undefined ? undefined : { type, longest: FOUND.get(type) };
}
