export { awsJson, resultsInOrder, type AwsJsonService } from '../destinations/aws-json.ts';
