import { airlineTypes } from './airline.ts';
import { catbirdTypes } from './catbird.ts';
import { changeTypes } from './changes.ts';
import { colorTypes } from './color.ts';
import { commerceTypes } from './commerce.ts';
import { datatypeTypes } from './datatype.ts';
import { datasetTypes } from './dataset.ts';
import { dateTypes } from './date.ts';
import { distributionTypes } from './distributions.ts';
import { expressionTypes } from './expression.ts';
import { financeTypes } from './finance.ts';
import type { GeneratorType } from './generator.ts';
import { gitTypes } from './git.ts';
import { hierarchyTypes } from './hierarchy.ts';
import { helpersTypes } from './helpers.ts';
import { imageTypes } from './image.ts';
import { internetTypes } from './internet.ts';
import { journeyTypes } from './journeys.ts';
import { keyTypes } from './keys.ts';
import { locationTypes } from './location.ts';
import { loremTypes } from './lorem.ts';
import { mapTypes } from './map.ts';
import { numberTypes } from './number.ts';
import { peopleTypes } from './people.ts';
import { personTypes } from './person.ts';
import { relationTypes } from './relations.ts';
import { routeTypes } from './route.ts';
import { seriesTypes } from './series.ts';
import { stepTypes } from './steps.ts';
import { stringTypes } from './string.ts';
import { structureTypes } from './structure.ts';
import { systemTypes } from './system.ts';
import { thingTypes } from './things.ts';
import { textTypes } from './text.ts';
import {
  animalTypes,
  bookTypes,
  companyTypes,
  databaseTypes,
  foodTypes,
  hackerTypes,
  musicTypes,
  phoneTypes,
  scienceTypes,
  vehicleTypes,
  wordTypes,
} from './words.ts';

/** All generator types, grouped by family. */
export const generatorTypes: readonly GeneratorType[] = [
  ...structureTypes,
  ...catbirdTypes,
  ...keyTypes,
  ...relationTypes,
  ...peopleTypes,
  ...thingTypes,
  ...journeyTypes,
  ...stepTypes,
  ...changeTypes,
  ...datasetTypes,
  ...distributionTypes,
  ...seriesTypes,
  ...expressionTypes,
  ...hierarchyTypes,
  ...mapTypes,
  ...textTypes,
  ...routeTypes,
  ...airlineTypes,
  ...animalTypes,
  ...bookTypes,
  ...colorTypes,
  ...commerceTypes,
  ...companyTypes,
  ...databaseTypes,
  ...datatypeTypes,
  ...dateTypes,
  ...financeTypes,
  ...foodTypes,
  ...gitTypes,
  ...hackerTypes,
  ...helpersTypes,
  ...imageTypes,
  ...internetTypes,
  ...locationTypes,
  ...loremTypes,
  ...musicTypes,
  ...numberTypes,
  ...personTypes,
  ...phoneTypes,
  ...scienceTypes,
  ...stringTypes,
  ...systemTypes,
  ...vehicleTypes,
  ...wordTypes,
];

const byName: ReadonlyMap<string, GeneratorType> = new Map(generatorTypes.map((type) => [type.name, type]));

/** The generator type with exactly this name, or undefined. Only `parseSchema` resolves old names. */
export const findType = (name: string): GeneratorType | undefined => byName.get(name);
