export { signer } from '../destinations/aws-signature.ts';
