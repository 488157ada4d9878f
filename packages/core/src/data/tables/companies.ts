import type { CompanyTable } from './tables.ts';

/** Industries with a weight, and the words of company names. */
export const table: CompanyTable = {
  Automotive: [5, 'Motors Automotive Components'],
  Construction: [9, 'Construction Building Interiors'],
  Consulting: [9, 'Consulting Advisory Partners'],
  Education: [4, 'Learning Academy Education'],
  Energy: [4, 'Energy Solar Power'],
  Finance: [7, 'Capital Finance Insurance'],
  Food: [7, 'Foods Kitchen Bakery'],
  Health: [8, 'Health Medical Pharma'],
  Hospitality: [6, 'Hotels Travel Catering'],
  Logistics: [6, 'Logistics Freight Express'],
  Manufacturing: [8, 'Industries Engineering Systems'],
  Media: [4, 'Media Studios Publishing'],
  Retail: [10, 'Stores Retail Trading'],
  Software: [9, 'Software Labs Digital Cloud'],
  Telecommunications: [2, 'Telecom Networks'],
};
