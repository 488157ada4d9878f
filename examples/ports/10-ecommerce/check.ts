import { apart, repeated } from '../sql.ts';

const count = (table: string): string => `(SELECT count(*) FROM ${table})`;

/** Each user signs up once and purchases four times after that. Items exist, at their price. The number of items is drawn for each purchase. */
export const check = {
  'There are 250 users': apart(count('users'), 250, 0),
  'There are 500 items': apart(count('items'), 500, 0),
  'There are 1,000 purchases': apart(count('purchases'), 1000, 0),
  'Users sign up once': repeated('users', 'id'),
  'Items are sent once': repeated('items', 'id'),
  'Purchases are sent once': repeated('purchases', 'id'),
  'Users have emails of their own': repeated('users', 'email'),
  'Each user purchases four times after signing up': `
    SELECT u.id FROM users u LEFT JOIN purchases p ON user_id = u.id
    GROUP BY u.id HAVING count(p.id) <> 4 OR min(purchased_at) <= min(signed_up_at)`,
  'Purchases are by known users': 'FROM purchases WHERE user_id NOT IN (SELECT id FROM users)',
  'Items exist, at their price': `
    FROM (SELECT id, unnest(items) AS item FROM purchases) p LEFT JOIN items i ON i.id = item.item_id
    WHERE item.price IS DISTINCT FROM i.price`,
  'A purchase has an item once':
    'FROM purchases WHERE len(list_distinct([x.item_id FOR x IN items])) <> len(items)',
  'Totals add up':
    'FROM purchases WHERE abs(total - list_sum([x.price * x.quantity FOR x IN items])) >= 0.005',
  'One to five items are equally likely': `
    SELECT len(items) AS size, count(*) / ${count('purchases')} AS share FROM purchases
    GROUP BY size HAVING NOT (size BETWEEN 1 AND 5 AND abs(share - 0.2) < 0.05)`,
  'All numbers of items appear': apart('(SELECT count(DISTINCT len(items)) FROM purchases)', 5, 0),
  'The number of items is drawn for each purchase': `
    SELECT avg((sizes > 1)::INT) AS varied
    FROM (SELECT count(DISTINCT len(items)) AS sizes FROM purchases GROUP BY user_id) HAVING varied <= 0.9`,
};

export const mutants = {
  'a purchase is missing': 'DELETE FROM purchases WHERE n = 101',
  'a purchase is by an unknown user': 'UPDATE purchases SET user_id = 251 WHERE n = 1',
  'an item has another price':
    'UPDATE purchases SET items = [struct_update(x, price := 0.5) FOR x IN items] WHERE n = 11',
  'all purchases have two items': 'UPDATE purchases SET items = items[1:2]',
};
