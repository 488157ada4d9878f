import {
  disorderIn,
  groupedBy,
  msOf,
  newFaults,
  repeatIn,
  rowAt,
  rowsOf,
  rowWhere,
  shareFault,
  type Rows,
} from '../rows.ts';

interface Version {
  readonly row_id: number;
  readonly customer_id: number;
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly postal_code: string;
  readonly version: number;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly is_current: boolean;
}

const CUSTOMERS = 2000;

/** Shares of customers with one version, two and so on: 0.3, then 0.7 × 0.4 × 0.6ⁿ. */
const SHARES = [0.3, 0.28, 0.168, 0.1008];

/** The versions of each customer follow one another without gaps and overlaps. The last one, and no other, is current. */
export function check(rows: Rows): readonly string[] {
  const versions = rowsOf(rows, 'customer-versions') as readonly Version[];
  const customers = groupedBy(versions, (version) => version.customer_id);
  const counts = [...customers.values()].map(({ length }) => length);
  return [
    ...(customers.size === CUSTOMERS ? [] : [`${customers.size} customers, not ${CUSTOMERS}`]),
    ...repeatIn(
      'customer-versions',
      versions.map((version) => version.row_id),
    ),
    ...disorderIn(
      'customer-versions',
      versions.map((version) => version.valid_from),
    ),
    ...[...customers].flatMap(([id, own]) => faultsIn(id, own)),
    ...SHARES.flatMap((expected, i) => {
      const share = counts.filter((count) => count === i + 1).length / CUSTOMERS;
      return shareFault(`Customers with ${i + 1} versions`, share, { expected, tolerance: 0.03 });
    }),
  ];
}

function faultsIn(id: number, versions: readonly Version[]): readonly string[] {
  const { faults, expect } = newFaults();
  for (const [i, { version, name, street, city, ...row }] of versions.entries()) {
    const next = versions[i + 1];
    const what = `Version ${i + 1} of customer ${id}`;
    expect(version === i + 1, `${what} is number ${version}`);
    expect(name === versions[0]?.name, `${what} has another name`);
    expect(row.is_current === (next === undefined), `${what} should${next ? ' not' : ''} be current`);
    expect(
      row.valid_to === (next?.valid_from ?? null),
      `${what} ends at ${row.valid_to}, not when the next begins`,
    );
    expect(
      row.valid_to === null || msOf(row.valid_from) < msOf(row.valid_to),
      `${what} ends before it begins`,
    );
    expect(next?.city !== city || next.street !== street, `${what} is the same as the next`);
  }
  return faults;
}

/** The first version that has a next one. */
const replaced = (rows: Rows) => rowWhere(rows, 'customer-versions', (row) => row['valid_to'] !== null);

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'there is a gap of a millisecond': (rows) => {
    const row = replaced(rows);
    row['valid_to'] = new Date(msOf(row['valid_to']) - 1).toISOString();
  },
  'two versions overlap': (rows) => {
    const row = replaced(rows);
    row['valid_to'] = new Date(msOf(row['valid_to']) + 1).toISOString();
  },
  'two versions are current': (rows) => {
    replaced(rows)['is_current'] = true;
  },
  'no version is current': (rows) => {
    rowAt(rows, 'customer-versions', -1)['is_current'] = false;
  },
  'a version is missing': (rows) => {
    rows['customer-versions']?.splice(-1, 1);
  },
};
