import { apart, disorder, last, repeated } from '../sql.ts';

const perSecond = (table: string, time: string, rows: number): Readonly<Record<string, string>> => ({
  [`${table} are in order of time`]: disorder(table, time),
  [`Every second has ${rows} of the ${table}`]: `
    SELECT date_trunc('second', ${time}) AS second FROM ${table} GROUP BY second HAVING count(*) <> ${rows}`,
  [`${table} come in 600 seconds`]: apart(
    `(SELECT count(DISTINCT date_trunc('second', ${time})) FROM ${table})`,
    600,
    0,
  ),
});

/** Every second has 1 person, 3 auctions and 46 bids; no bid comes before its auction; bids are for auctions that opened 30 s ago on average. */
export const check = {
  ...perSecond('persons', 'created_at', 1),
  ...perSecond('auctions', 'created_at', 3),
  ...perSecond('bids', 'bid_at', 46),
  'Persons are sent once': repeated('persons', 'person_id'),
  'Auctions are sent once': repeated('auctions', 'auction_id'),
  'No auction is older than its seller': `
    FROM auctions a LEFT JOIN persons p ON person_id = seller WHERE (p.created_at <= a.created_at) IS NOT TRUE`,
  'Bids come while their auction is open, by known persons, at the initial bid at least': `
    FROM bids LEFT JOIN auctions a ON auction_id = auction LEFT JOIN persons p ON person_id = bidder
    WHERE (a.created_at <= bid_at AND bid_at < expires_at AND p.created_at <= bid_at AND price >= initial_bid) IS NOT TRUE`,
  // Ages are exponential: after half of the run, the age of the first auction cuts off none that counts.
  'Auctions are 30 s old on average when bids come': `
    SELECT times, avg((epoch(bid_at) - epoch(created_at) > times * 30)::INT) AS older
    FROM bids b JOIN auctions ON auction_id = auction, (VALUES (1), (2), (3)) t(times)
    WHERE b.n > (SELECT count(*) / 2 FROM bids) GROUP BY times HAVING abs(older - exp(-times)) > 0.02`,
};

export const mutants = {
  'a bid comes before its auction': `UPDATE bids SET auction = ${last('auctions', 'auction_id')} WHERE n = 1`,
  'a bid is for no auction': 'UPDATE bids SET auction = 0 WHERE n = 1',
  'an auction has no seller': `UPDATE auctions SET seller = ${last('persons', 'person_id')} WHERE n = 1`,
  'a bid is missing': 'DELETE FROM bids WHERE n = 1001',
  'old auctions are as hot as new ones':
    'UPDATE bids SET auction = auction_id FROM auctions a WHERE a.n = (bids.n - 1) // 46 * 2 + 1',
};
