import {
  disorderIn,
  groupedBy,
  keyedBy,
  msOf,
  newFaults,
  repeatIn,
  rowAt,
  rowsOf,
  shareFault,
  type Rows,
} from '../rows.ts';

interface Person {
  readonly person_id: number;
  readonly created_at: string;
}
interface Auction {
  readonly auction_id: number;
  readonly seller: number;
  readonly initial_bid: number;
  readonly created_at: string;
  readonly expires_at: string;
}
interface Bid {
  readonly auction: number;
  readonly bidder: number;
  readonly price: number;
  readonly bid_at: string;
}

const SECONDS = 600;

/** Every second has 1 person, 3 auctions and 46 bids; no bid comes before its auction; bids are for auctions that opened 30 s ago on average. */
export function check(rows: Rows): readonly string[] {
  const persons = rowsOf(rows, 'persons') as readonly Person[];
  const auctions = rowsOf(rows, 'auctions') as readonly Auction[];
  const bids = rowsOf(rows, 'bids') as readonly Bid[];
  const [createdOf, bidOf] = [(row: Person | Auction) => row.created_at, (bid: Bid) => bid.bid_at];
  return [
    ...rateFaults('persons', persons.map(createdOf), 1),
    ...rateFaults('auctions', auctions.map(createdOf), 3),
    ...rateFaults('bids', bids.map(bidOf), 46),
    ...repeatIn(
      'persons',
      persons.map((person) => person.person_id),
    ),
    ...repeatIn(
      'auctions',
      auctions.map((auction) => auction.auction_id),
    ),
    ...orderFaults(persons, auctions, bids),
    ...ageFaults(auctions, bids),
  ];
}

/** As many rows in every second. */
function rateFaults(name: string, times: readonly string[], perSecond: number): readonly string[] {
  const { faults, expect } = newFaults();
  const seconds = groupedBy(times, (time) => time.slice(0, 19));
  for (const [second, { length }] of seconds)
    expect(length === perSecond, `${length} ${name} at ${second}, not ${perSecond}`);
  expect(seconds.size === SECONDS, `${name} come in ${seconds.size} seconds, not in ${SECONDS}`);
  return [...disorderIn(name, times), ...faults];
}

function orderFaults(
  persons: readonly Person[],
  auctions: readonly Auction[],
  bids: readonly Bid[],
): readonly string[] {
  const { faults, expect } = newFaults();
  const personOf = keyedBy(persons, (person) => person.person_id);
  const auctionOf = keyedBy(auctions, (auction) => auction.auction_id);
  for (const { auction_id: id, seller, created_at: createdAt } of auctions)
    expect(
      msOf(personOf.get(seller)?.created_at) <= msOf(createdAt),
      `Auction ${id} is older than its seller`,
    );
  for (const [i, { auction: id, bidder, price, bid_at: at }] of bids.entries()) {
    const auction = auctionOf.get(id);
    expect(msOf(auction?.created_at) <= msOf(at), `Bid ${i} comes before auction ${id}`);
    expect(msOf(at) < msOf(auction?.expires_at), `Bid ${i} comes after auction ${id}`);
    expect(msOf(personOf.get(bidder)?.created_at) <= msOf(at), `Bid ${i} comes before person ${bidder}`);
    expect(price >= (auction?.initial_bid ?? NaN), `Bid ${i} is below the initial bid`);
  }
  return faults;
}

/** How long auctions are open when bids come, on average. */
const MEAN_SECONDS = 30;

/** Ages are exponential: after ten times the mean, the age of the first auction cuts off none that counts. */
function ageFaults(auctions: readonly Auction[], bids: readonly Bid[]): readonly string[] {
  const auctionOf = keyedBy(auctions, (auction) => auction.auction_id);
  const ages = bids
    .slice((bids.length * 10 * MEAN_SECONDS) / SECONDS)
    .map(({ auction, bid_at: at }) => (msOf(at) - msOf(auctionOf.get(auction)?.created_at)) / 1000);
  return [1, 2, 3].flatMap((times) => {
    const older = ages.filter((age) => age > times * MEAN_SECONDS).length / ages.length;
    return shareFault(`Bids for auctions older than ${times * MEAN_SECONDS} s`, older, {
      expected: Math.exp(-times),
      tolerance: 0.02,
    });
  });
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a bid comes before its auction': (rows) => {
    rowAt(rows, 'bids', 0)['auction'] = rowAt(rows, 'auctions', -1)['auction_id'];
  },
  'a bid is for no auction': (rows) => {
    rowAt(rows, 'bids', 0)['auction'] = 0;
  },
  'an auction has no seller': (rows) => {
    rowAt(rows, 'auctions', 0)['seller'] = rowAt(rows, 'persons', -1)['person_id'];
  },
  'a bid is missing': (rows) => {
    rows['bids']?.splice(1000, 1);
  },
  'old auctions are as hot as new ones': (rows) => {
    const [bids, auctions] = [rows['bids'] ?? [], rows['auctions'] ?? []];
    for (const [i, bid] of bids.entries()) bid['auction'] = auctions[Math.floor(i / 46) * 2]?.['auction_id'];
  },
};
