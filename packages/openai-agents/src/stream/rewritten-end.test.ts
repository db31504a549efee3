import { expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { agentOn, runIn } from '../../test/app.ts';
import { MemoryModel, says } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

test.each([
  ['the last', ['Let me look.', 'Ten pounds.'], { euros: 'pounds' }],
  ['the first', ['Let us look.', 'Ten euros.'], { me: 'us' }],
  ['each', ['', 'Let us look.Ten pounds.'], { me: 'us', euros: 'pounds' }],
])(
  'of two messages, hooks change %s, and the last one stays the answer',
  async (_, said, words) => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({
      delta: Object.entries(words).reduce((text, [from, to]) => text.replace(from, to), delta),
    }));
    const model = new MemoryModel([says('Let me look.'), says('Ten euros.')]);
    const result = await runIn('streamed', withHooks(agentOn(model), hooks), 'Hi.');
    expect(result.finalOutput).toBe(said[1]);
    const texts = said.map((text) => ({ content: [{ text }] }));
    expect(result.history.slice(1)).toMatchObject(texts);
  },
);

test('a stream whose end is trimmed tells hooks on deltas its text once', async () => {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.addHook('onResponseDelta', ({ delta }) => void told.push(delta));
  const model = new MemoryModel('Yes. ');
  const own = model.getStreamedResponse.bind(model);
  model.getStreamedResponse = async function* (request) {
    for await (const event of own(request))
      yield event.type === 'response_done'
        ? { ...event, response: { ...event.response, output: [says('Yes.') as never] } }
        : event;
  };
  const result = await runIn('streamed', withHooks(agentOn(model), hooks), 'Hi.');
  expect([told.join(''), result.finalOutput]).toEqual(['Yes. ', 'Yes.']);
});
