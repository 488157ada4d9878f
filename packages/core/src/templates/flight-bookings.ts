import { timestamp, uuid, weighted, whole, type Template } from './template.ts';

/** Bookings of low-cost flights. */
export const flightBookings: Template = {
  name: 'Flight Bookings',
  summary: 'Bookings of low-cost flights: passenger, route, bags, meal and airline.',
  schema: {
    timestamp,
    transaction_id: uuid,
    name: { type: 'person.fullName' },
    email: { type: 'internet.email' },
    age: whole(18, 99),
    passport_number: whole(3_456_789, 9_876_543),
    flight_from: { type: 'location.city' },
    flight_to: { type: 'location.city' },
    extra_bags: weighted([0, 45], [1, 35], [2, 10], [3, 4], [4, 2], [5, 1], [6, 1], [7, 1], [8, 1], [9, 1]),
    priority_boarding: { type: 'datatype.boolean' },
    meal_choice: weighted(
      ['none', 60],
      ['vegetarian', 10],
      ['halal', 10],
      ['kosher', 10],
      ['vegan', 5],
      ['gluten free', 5],
    ),
    airline: weighted(
      ['Red Balloon', 20],
      ['Skittish Airways', 20],
      ['EasyPlane', 15],
      ['Grey Wing', 15],
      ['Low & Slow', 15],
      ['Fizz', 10],
      ['Feather Air', 5],
    ),
  },
};
