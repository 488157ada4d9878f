import { apart, disorder, first } from '../sql.ts';

/** 30 % of posts, give or take one, are by users who have not posted before. A user keeps name and kind; bots post much more often. */
export const check = {
  'Posts are in order of time': disorder('posts', 'timestamp'),
  // Counted by users themselves, not by what rows say.
  '30 ± 1 % of posts are by new users': apart(
    '(SELECT count(DISTINCT user_id) / count(*) FROM posts)',
    0.3,
    0.01,
  ),
  'A user keeps name and kind':
    'SELECT user_id FROM posts GROUP BY user_id HAVING count(DISTINCT (poster, is_bot)) > 1',
  'A user is new at the first post':
    'FROM posts QUALIFY is_new <> (row_number() OVER (PARTITION BY user_id ORDER BY n) = 1)',
  '1 user in 60 is a bot': apart(
    '(SELECT count(DISTINCT user_id) FILTER (is_bot) / count(DISTINCT user_id) FROM posts)',
    1 / 60,
    0.002,
  ),
  'Bots post much more often': apart('(SELECT avg(is_bot::INT) FROM posts)', 0.2625, 0.03),
};

const known = (change: string): string => `UPDATE posts SET ${change} WHERE ${first('posts', 'NOT is_new')}`;

export const mutants = {
  'many posts have a user of their own': 'UPDATE posts SET user_id = 1000000000 + n WHERE n <= 500',
  'a known user is new': known('is_new = true'),
  'a user has two names': known("poster = 'somebody'"),
};
