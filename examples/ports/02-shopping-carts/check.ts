import { disorder, first } from '../sql.ts';

const CART = 'WINDOW cart AS (PARTITION BY cart_id ORDER BY n)';

/** The states that each state leads to. */
const WAYS =
  "'OPEN OPEN', 'OPEN MODIFIED', 'OPEN CANCELLED', 'MODIFIED MODIFIED', 'MODIFIED CHECKED_OUT', 'MODIFIED CANCELLED'";

const only = (field: string, state: string): string =>
  `list_contains(json_keys(json), '${field}') = (cart_state = '${state}')`;

/** Carts move only along allowed ways, think for about a minute before each step, and have no fields of other states. */
export const check = {
  'Steps are in order of time': disorder('shopping_carts', 'timestamp'),
  'A cart is opened first': `FROM shopping_carts ${CART} QUALIFY row_number() OVER cart = 1 AND cart_state <> 'OPEN'`,
  'A cart keeps its user':
    'SELECT cart_id FROM shopping_carts GROUP BY cart_id HAVING count(DISTINCT "user") > 1',
  'Carts go allowed ways only': `FROM shopping_carts ${CART} QUALIFY lag(cart_state) OVER cart || ' ' || cart_state NOT IN (${WAYS})`,
  'Fields of other states are absent': `FROM shopping_carts WHERE NOT (${only('items', 'MODIFIED')} AND ${only('additional_cost', 'MODIFIED')} AND ${only('checked_out_at', 'CHECKED_OUT')})`,
  'Customers think 60 ± 10 s': `
    SELECT avg(seconds) AS mean, stddev_pop(seconds) AS deviation, min(seconds) AS least, max(seconds) AS most
    FROM (SELECT epoch(timestamp) - epoch(lag(timestamp) OVER cart) AS seconds FROM shopping_carts ${CART})
    HAVING NOT (abs(mean - 60) < 2 AND abs(deviation - 10) < 1 AND least > 20 AND most < 150
      AND count(DISTINCT seconds) > count(seconds) / 4)`,
};

const step = (state: string, change: string): string =>
  `UPDATE shopping_carts SET ${change} WHERE ${first('shopping_carts', `cart_state = '${state}'`)}`;

export const mutants = {
  'a cart is checked out without items': step('OPEN', "cart_state = 'CHECKED_OUT'"),
  'a cancelled cart has items, even if they are null': step(
    'CANCELLED',
    `json = '{"items":null,' || json[2:]`,
  ),
  'a customer thinks for an hour': step('CHECKED_OUT', "timestamp = '2026-11-20 10:30:00'"),
};
