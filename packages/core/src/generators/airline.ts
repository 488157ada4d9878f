import { family } from './family.ts';

/** Types of faker's `airline` module. */
export const airlineTypes = family('airline', (faker) => faker.airline, {
  aircraftType: 'Kind of aircraft: regional, narrowbody or widebody',
  airline: 'An airline with its name and IATA code',
  airplane: 'An aircraft model with its name and IATA code',
  airport: 'An airport with its name and IATA code',
  flightNumber: 'Digits of a flight number',
  recordLocator: 'A booking reference of six characters',
  seat: 'A seat in a cabin, such as 12F',
});
