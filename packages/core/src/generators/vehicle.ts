import { family } from './family.ts';

/** Types of faker's `vehicle` module. */
export const vehicleTypes = family('vehicle', (faker) => faker.vehicle, {
  bicycle: 'A kind of bicycle',
  color: "A vehicle's colour",
  fuel: 'A kind of fuel',
  manufacturer: 'A maker of cars',
  model: 'A car model',
  type: 'A kind of car',
  vehicle: 'A car: maker and model',
  vin: 'A vehicle identification number',
  vrm: 'A registration mark',
});
