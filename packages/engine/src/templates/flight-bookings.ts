import { defineTemplate, weighted } from './template.ts';

/** Bookings with seven fictional airlines. */
export const flightBookings = defineTemplate({
  name: 'Flight Bookings',
  summary: 'A flight booking: passenger, cities and extras.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    transaction_id: { type: 'string.uuid' },
    name: { type: 'person.fullName' },
    email: { type: 'internet.email' },
    age: { type: 'number.int', params: { min: 18, max: 99 } },
    passport_number: { type: 'number.int', params: { min: 3456789, max: 9876543 } },
    flight_from: { type: 'location.city' },
    flight_to: { type: 'location.city' },
    extra_bags: weighted({ 0: 45, 1: 35, 2: 10, 3: 4, 4: 2, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1 }, Number),
    priority_boarding: { type: 'datatype.boolean' },
    meal_choice: weighted({ none: 60, vegan: 5, vegetarian: 10, halal: 10, kosher: 10, gluten_free: 5 }),
    airline: weighted({
      'Albatross Air': 20,
      'Finch Regional': 5,
      'Heron Airways': 15,
      Kestrel: 20,
      'Nightjar Express': 15,
      'Puffin Atlantic': 10,
      Swift: 15,
    }),
  },
});
