export { inOrder, NODE_DESTINATIONS, type Catalogue, type NodeDestination } from './catalogue.ts';
export { parseTable, type CsvParser } from './table.ts';
export { deliveryOf, orderProblems } from './delivery.ts';
export { hiddenValues, variablesIn } from './expand.ts';
export { faultProblems, readFaults } from './faults.ts';
export {
  choiceFlag,
  durationFlag,
  jsonFlag,
  numberFlag,
  switchFlag,
  textFlag,
  wholeFlag,
  type Flag,
  type FlagParts,
  type Flags,
  type Values,
} from './flag.ts';
export { COMMON, KEYS, STREAM_NAME, type FormatKey, type StreamKeys } from './keys.ts';
export { durationAtRate, exactLimit, rowsBefore, smaller, type ExactLimit } from './limit.ts';
export { isHarmless, shareConfig, type SharedConfig } from './share.ts';
export { linePlaces, type TextRange } from './yaml-places.ts';
export { commandMeant, templateNamed, unknownEntity } from './named.ts';
export { placedIn, type Origin, type Placed } from './origin.ts';
export { readStreams, type ConfigContext, type ConfigReading } from './read.ts';
export { fromYaml, type Converted } from './schema-yaml.ts';
export {
  entityProblems,
  growthProblem,
  journeyProblems,
  sharedJourneys,
  type EntitiesOfStream,
  type JourneyOfStream,
} from './shared.ts';
export type { ConfigDestination, ConfigStream, EntitiesSource, SchemaSource, TextSource } from './spec.ts';
export { endlessProblems, startAfterProblems, startInOrder } from './start-after.ts';
export {
  deliveryFlags,
  faultChanges,
  rateFlags,
  seedFlag,
  templateFlag,
  thresholdFlags,
} from './stream-flags.ts';
export { isYaml, MAX_TEXT_MIB, parseText } from './text.ts';
export { timeFlags } from './time-flags.ts';
export { readTime, type StreamTime, type TimeReading } from './timing.ts';
