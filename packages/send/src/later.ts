/** Loads what calls AWS services that take JSON. */
export const loadAwsJson = () => import('./destinations/aws-json.ts');
