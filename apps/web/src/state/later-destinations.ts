export { laterDestinations } from '@catbird/send';
