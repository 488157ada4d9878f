import { family } from './family.ts';

/** Types of faker's `vehicle` module. */
export const vehicleTypes = family('vehicle', (faker) => faker.vehicle, {
  bicycle: 'A type of bicycle',
  color: 'A vehicle colour',
  fuel: 'A fuel type',
  manufacturer: 'A car manufacturer',
  model: 'A car model',
  type: 'A car body type, such as SUV',
  vehicle: 'A car: manufacturer and model',
  vin: 'A vehicle identification number (VIN)',
  vrm: 'A vehicle registration number',
});
