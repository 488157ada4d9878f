import { groupedBy, newFaults, repeatIn, rowAt, rowsOf, shareFault, type Rows } from '../rows.ts';

interface Contact {
  readonly contact_id: number;
  readonly last_name: string;
}
interface Opportunity {
  readonly opportunity_id: string;
  readonly contact_id: number;
  readonly name: string;
}

const CONTACTS = 1000;

/** Each contact has four or five opportunities, with its name. Half of the contacts have five. */
export function check(rows: Rows): readonly string[] {
  const contacts = rowsOf(rows, 'contacts') as readonly Contact[];
  const opportunities = rowsOf(rows, 'opportunities') as readonly Opportunity[];
  const { faults, expect } = newFaults();
  const byContact = groupedBy(opportunities, (each) => each.contact_id);
  const known = new Set(contacts.map((contact) => contact.contact_id));
  expect(known.size === CONTACTS, `${known.size} contacts, not ${CONTACTS}`);
  let fives = 0;
  for (const { contact_id: id, last_name: name } of contacts) {
    const own = byContact.get(id) ?? [];
    expect(own.length === 4 || own.length === 5, `Contact ${id} has ${own.length} opportunities`);
    if (own.length === 5) fives++;
    for (const opportunity of own)
      expect(
        opportunity.name === `The ${name} Opportunity`,
        `${opportunity.name} is of contact ${id}, ${name}`,
      );
  }
  for (const id of byContact.keys()) expect(known.has(id), `No contact ${id}`);
  return [
    ...repeatIn(
      'contacts',
      contacts.map((each) => each.contact_id),
    ),
    ...repeatIn(
      'opportunities',
      opportunities.map((each) => each.opportunity_id),
    ),
    ...faults,
    ...shareFault('Contacts with five opportunities', fives / CONTACTS, { expected: 0.5, tolerance: 0.04 }),
  ];
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a contact has three opportunities': (rows) => {
    const all = rows['opportunities'] ?? [];
    const counts = groupedBy(all, (row) => row['contact_id']);
    const [ofFour] = [...counts.values()].filter(({ length }) => length === 4);
    all.splice(all.indexOf(ofFour?.[0] ?? {}), 1);
  },
  'every contact has four': (rows) => {
    const all = rows['opportunities'] ?? [];
    const fours = [...groupedBy(all, (row) => row['contact_id']).values()].flatMap((own) => own.slice(0, 4));
    all.splice(0, all.length, ...fours);
  },
  'an opportunity has the name of another contact': (rows) => {
    rowAt(rows, 'opportunities', 0)['name'] = 'The Nobody Opportunity';
  },
  'an opportunity is of no contact': (rows) => {
    rows['contacts']?.pop();
  },
};
