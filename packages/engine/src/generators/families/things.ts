import { CATEGORIES, DEVICES, ISSUERS, MANUFACTURERS } from '../../data/codes.ts';
import type { Tables } from '../../data/tables.ts';
import { type Kind, objectOf } from '../../model/kind.ts';
import type { GeneratorType } from '../generator.ts';
import { browserMembers, cardMembers, productMembers, vehicleMembers } from '../records/from-table.ts';
import { type Members, recordCell } from '../records/place.ts';
import { shares, type Weighted } from '../records/weighted.ts';
import { options } from './params.ts';

/** A type that draws from a table. */
interface Thing<Name extends keyof Tables> {
  readonly table: Name;
  readonly type: string;
  readonly summary: string;
  readonly members: string;
  /** The param that chooses entries, its values, and what they are. */
  readonly param: readonly [name: string, values: readonly string[], description: string];
  /** Weights of an example. */
  readonly example: Readonly<Record<string, number>>;
  readonly draw: (table: Tables[Name], shares: Weighted | undefined, path: string) => Members;
}

/** The members that are no texts. */
const KINDS: Readonly<Record<string, Kind>> = {
  year: { is: 'integer' },
  viewportWidth: { is: 'integer' },
  viewportHeight: { is: 'integer' },
  price: { is: 'number' },
};

const thing = <Name extends keyof Tables>({
  table,
  type,
  summary,
  members,
  param: [key, values, description],
  example,
  draw,
}: Thing<Name>): GeneratorType => ({
  name: `catbird.${type}`,
  summary,
  params: options({ [key]: shares(values, `${description}, or several with weights. Default: all`) }),
  example: { [key]: example },
  kind: objectOf(Object.fromEntries(members.split(' ').map((name) => [name, KINDS[name] ?? 'text']))),
  members: members.split(' '),
  resources: () => [{ kind: 'table', name: table }],
  compile([given], scope) {
    const chosen = (given as Readonly<Record<string, Weighted>> | undefined)?.[key];
    return recordCell(draw(scope.data.table(table), chosen, scope.path), scope);
  },
});

/** Cards, vehicles, browsers and products whose values fit together. */
export const thingTypes: readonly GeneratorType[] = [
  thing({
    table: 'cards',
    type: 'card',
    summary:
      'A payment card with a number of its issuer, valid by its check digit. Other fields read its members by paths: card.issuer',
    members: 'issuer number lastFour expires securityCode',
    param: ['issuer', ISSUERS, 'Issuer'],
    example: { Visa: 3, Mastercard: 1 },
    draw: cardMembers,
  }),
  thing({
    table: 'vehicles',
    type: 'vehicle',
    summary:
      'A vehicle: a model of its manufacturer, with a fuel that it is made for and a valid identification number. Other fields read its members by paths: car.model',
    members: 'manufacturer model type fuel year color vin',
    param: ['manufacturer', MANUFACTURERS, 'Manufacturer'],
    example: { Toyota: 2, Volkswagen: 1 },
    draw: vehicleMembers,
  }),
  thing({
    table: 'browsers',
    type: 'browser',
    summary:
      'A browser of today, by its share: user agent, version, operating system, device and viewport. Other fields read its members by paths: client.userAgent',
    members: 'browser version os device viewportWidth viewportHeight userAgent',
    param: ['device', DEVICES, 'Device'],
    example: { desktop: 2, mobile: 1 },
    draw: browserMembers,
  }),
  thing({
    table: 'products',
    type: 'product',
    summary: 'A product whose price fits its category. Other fields read its members by paths: item.price',
    members: 'sku category name brand price',
    param: ['category', CATEGORIES, 'Category'],
    example: { Electronics: 1, Books: 2 },
    draw: productMembers,
  }),
];
