import { disorderIn, groupedBy, rowsOf, rowWhere, shareFault, type Rows } from '../rows.ts';

interface Post {
  readonly user_id: number;
  readonly poster: string;
  readonly is_new: boolean;
  readonly is_bot: boolean;
  readonly timestamp: string;
}

/** 30 % of posts, give or take one, are by users who have not posted before. A user keeps name and kind; bots post much more often. */
export function check(rows: Rows): readonly string[] {
  const posts = rowsOf(rows, 'posts') as readonly Post[];
  const users = [...groupedBy(posts, (post) => post.user_id)];
  const bots = users.filter(([, [first]]) => first?.is_bot === true);
  const postsOfBots = bots.reduce((sum, [, all]) => sum + all.length, 0);
  return [
    ...disorderIn(
      'posts',
      posts.map(({ timestamp }) => timestamp),
    ),
    // Counted by users themselves, not by what rows say.
    ...shareFault('New users', users.length / posts.length, { expected: 0.3, tolerance: 0.01 }),
    ...users.flatMap(([id, all]) => userFaults(id, all)),
    ...shareFault('Bots among users', bots.length / users.length, { expected: 1 / 60, tolerance: 0.002 }),
    ...shareFault('Posts of bots', postsOfBots / posts.length, { expected: 0.2625, tolerance: 0.03 }),
  ];
}

function userFaults(id: number, posts: readonly Post[]): readonly string[] {
  const kinds = new Set(posts.map((post) => `${post.poster} ${post.is_bot}`));
  return [
    ...(kinds.size === 1 ? [] : [`User ${id} changes`]),
    ...(posts.every((post, i) => post.is_new === (i === 0)) ? [] : [`User ${id} is new at the wrong post`]),
  ];
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'many posts have a user of their own': (rows) => {
    rows['posts']?.slice(0, 500).forEach((post, i) => (post['user_id'] = 1e9 + i));
  },
  'a known user is new': (rows) => {
    rowWhere(rows, 'posts', (post) => post['is_new'] === false)['is_new'] = true;
  },
  'a user has two names': (rows) => {
    rowWhere(rows, 'posts', (post) => post['is_new'] === false)['poster'] = 'somebody';
  },
};
