export { inOrder, NODE_DESTINATIONS, type Catalogue, type NodeDestination } from '../config/catalogue.ts';
export { parseTable, type CsvParser } from '../config/table.ts';
export { deliveryOf, limitsOf, orderIssues } from '../config/delivery.ts';
export { expand, hiddenValues, variablesIn } from '../config/expand.ts';
export { faultIssues, readFaults } from '../config/faults.ts';
export {
  choiceFlag,
  durationFlag,
  jsonFlag,
  numberFlag,
  pathFlag,
  switchFlag,
  textFlag,
  wholeFlag,
  type Flag,
  type FlagParts,
  type Flags,
  type Values,
} from '../config/flag.ts';
export { COMMON, KEYS, STREAM_NAME, type FormatKey, type StreamKeys } from '../config/keys.ts';
export { exactLimit } from '../config/limit.ts';
export { isHarmless, shareConfig } from '../config/share.ts';
export { yamlDocument } from '../config/yaml.ts';
export { placesOf } from '../schema/findings.ts';
export { linePlaces, type TextRange } from '../config/yaml-places.ts';
export { serviceAdvice } from '../config/other-services.ts';
export { isConfig } from '../config/meant.ts';
export { commandMeant, templateNamed, unknownEntity } from '../config/named.ts';
export { placedIn, type Placed } from '../config/origin.ts';
export { readStreams, type ConfigReading } from '../config/read.ts';
export { fromYaml, type Converted } from '../config/schema-yaml.ts';
export { entityIssues, growthProblem, journeyIssues, sharedJourneys } from '../config/shared.ts';
export type { ConfigStream, EntitiesSource, SchemaSource, TextSource } from '../config/spec.ts';
export { endlessIssues, startAfterIssues, startInOrder } from '../config/start-after.ts';
export {
  deadLetter,
  deliveryFlags,
  faultChanges,
  rateFlags,
  recordingFlags,
  seedFlag,
  templateFlag,
  thresholdFlags,
  typesFlag,
} from '../config/stream-flags.ts';
export { isYaml, MAX_TEXT_MIB, parseText, parseWithLong } from '../config/text.ts';
export { isMapping, type Mapping } from '../config/section.ts';
export { timeFlags } from '../config/time-flags.ts';
export { readTime, type StreamTime, type TimeReading } from '../config/timing.ts';
