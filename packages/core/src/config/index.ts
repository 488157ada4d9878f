export { inOrder, NODE_DESTINATIONS, type Catalogue, type NodeDestination } from './catalogue.ts';
export { type CsvParser } from './csv.ts';
export { orderProblems } from './changes-order.ts';
export { deliveryOf } from './delivery.ts';
export { hiddenValues, variablesIn } from './expand.ts';
export { faultProblems, readFaults } from './faults.ts';
export type { Flag, FlagParts, Flags, Values } from './flag.ts';
export { COMMON, KEYS, STREAM_NAME, type StreamKeys } from './keys.ts';
export { durationAtRate, exactLimit, rowsBefore, smaller, type ExactLimit } from './limit.ts';
export { isHarmless } from './harmless.ts';
export { linePlaces } from './line-place.ts';
export { commandMeant, templateNamed, unknownEntity } from './named.ts';
export { placedIn, type Origin, type Placed } from './origin.ts';
export { readStreams, type ConfigContext, type ConfigReading } from './read.ts';
export {
  choiceFlag,
  durationFlag,
  jsonFlag,
  numberFlag,
  switchFlag,
  textFlag,
  wholeFlag,
} from './readers.ts';
export { fromYaml, type Converted } from './schema-yaml.ts';
export { shareConfig, type SharedConfig } from './share.ts';
export { entityProblems, growthProblem, type EntitiesOfStream } from './shared-entities.ts';
export { journeyProblems, sharedJourneys, type JourneyOfStream } from './shared-journeys.ts';
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
export { parseTable } from './table.ts';
export { isYaml, MAX_TEXT_MIB, parseText } from './text.ts';
export { timeFlags } from './time-flags.ts';
export { readTime, type StreamTime, type TimeReading } from './timing.ts';
export type { TextRange } from './yaml-places.ts';
