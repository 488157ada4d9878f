import { faker } from '@faker-js/faker/locale/en';
import { keepEnglish } from '../data/store.ts';
import { catbirdTypes } from './families/catbird.ts';
import { changeTypes } from './families/changes.ts';
import { colorTypes } from './families/color.ts';
import { commerceTypes, financeTypes } from './families/commerce.ts';
import { datasetTypes } from './families/dataset.ts';
import { dateTypes } from './families/date.ts';
import { distributionTypes } from './families/distributions.ts';
import { expressionTypes } from './families/expression.ts';
import { helpersTypes } from './families/helpers.ts';
import { hierarchyTypes } from './families/hierarchy.ts';
import { internetTypes } from './families/internet.ts';
import { journeyTypes, stepTypes } from './families/journeys.ts';
import { keyTypes } from './families/keys.ts';
import { kindTypes } from './families/kinds.ts';
import { locationTypes } from './families/location.ts';
import { datatypeTypes, numberTypes } from './families/number.ts';
import { peopleTypes, personTypes } from './families/people.ts';
import { relationTypes } from './families/relations.ts';
import { routeTypes } from './families/route.ts';
import { seriesTypes } from './families/series.ts';
import { stringTypes } from './families/string.ts';
import { mapTypes, structureTypes } from './families/structure.ts';
import { loremTypes, textTypes } from './families/text.ts';
import { thingTypes } from './families/things.ts';
import {
  airlineTypes,
  animalTypes,
  bookTypes,
  companyTypes,
  databaseTypes,
  foodTypes,
  gitTypes,
  hackerTypes,
  imageTypes,
  musicTypes,
  phoneTypes,
  scienceTypes,
  systemTypes,
  vehicleTypes,
  wordTypes,
} from './families/faker.ts';
import type { GeneratorType } from './generator.ts';
import { useEnglish } from './kernels/text/faker.ts';
import { byName, knowTypes } from './known-types.ts';

/** All generator types, grouped by family. */
export const generatorTypes: readonly GeneratorType[] = [
  ...structureTypes,
  ...catbirdTypes,
  ...keyTypes,
  ...kindTypes,
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

const all = byName(generatorTypes);

/** Makes all types known, with the English texts that many of them have. */
export function knowAllTypes(): void {
  knowTypes(all);
  useEnglish(faker);
  keepEnglish(faker.rawDefinitions);
}
