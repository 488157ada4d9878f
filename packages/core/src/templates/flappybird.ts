import { timestamp, uuid, whole, weighted, type Template } from './template.ts';

/** Rounds of a small game. */
export const flappybird: Template = {
  name: 'Flappybird',
  summary: 'Rounds of a small game: who played, how it ended, score and duration.',
  schema: {
    timestamp,
    session_id: uuid,
    type: weighted(['score', 70], ['game_over', 25], ['purchase', 5]),
    score: whole(0, 100),
    duration: whole(5, 300),
  },
};
