export {
  checkAwsJson,
  openAwsJson,
  resultsInOrder,
  type AwsJsonCaller,
  type AwsJsonService,
} from '../destinations/aws-json.ts';
