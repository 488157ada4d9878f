import { defineTemplate, weighted } from './template.ts';

/** Events from a small game. */
export const flappybird = defineTemplate({
  name: 'Flappybird',
  summary: 'An event from a round of a small game.',
  schema: {
    timestamp: { type: 'catbird.timestampNow' },
    session_id: { type: 'string.uuid' },
    name: { type: 'person.firstName' },
    type: weighted({ score: 80, game_over: 18, purchase: 2 }),
    score: { type: 'number.int', params: { min: 0, max: 100 } },
    duration: { type: 'number.int', params: { min: 5, max: 300 } },
  },
});
