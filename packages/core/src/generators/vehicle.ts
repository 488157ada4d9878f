import { family } from './family.ts';
import { vin } from './kernels/method/codes.ts';
import { textCell } from './kernels/method/pieces.ts';

/** Types of faker's `vehicle` module. */
export const vehicleTypes = family('vehicle', (faker) => faker.vehicle, {
  bicycle: 'A type of bicycle',
  color: 'A vehicle colour',
  fuel: 'A fuel type',
  manufacturer: 'A car manufacturer',
  model: 'A car model',
  type: 'A car body type, such as SUV',
  vehicle: 'A car: manufacturer and model',
  vin: {
    summary: 'A vehicle identification number (VIN)',
    kernel: (_, scope) => textCell(scope, vin),
  },
  vrm: 'A vehicle registration number',
});
