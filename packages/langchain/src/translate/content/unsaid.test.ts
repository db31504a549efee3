import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { calls, says, scriptedChatModel } from '../../../test/scripted-agent.ts';
import { withHooks } from '../../index.ts';

const HIDDEN: readonly [what: string, fields: object][] = [
  [
    'items',
    { response_metadata: { output: [{ type: 'message', role: 'user', content: '4z42' }] } },
  ],
  [
    'raw calls',
    {
      tool_calls: [],
      additional_kwargs: {
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '4z42' } }],
      },
    },
  ],
];

test.each(HIDDEN)('hooks see %s that are sent in place of an answer', async (what, fields) => {
  const options = { useResponsesApi: what === 'items' };
  const { model, requests } = await scriptedChatModel([says('Yes.')], options);
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) =>
    JSON.stringify(request).includes('4z42') ? deny('code') : undefined,
  );
  const answer = new AIMessage({ content: 'Hm.', ...fields });
  const said = await withHooks(model, hooks).invoke([new HumanMessage('Hi.'), answer]);
  expect([said.text, requests()]).toEqual(['Blocked by policy.', []]);
});

test('hooks see nothing twice of an answer that the provider gave', async () => {
  const script = [calls(['look', { at: 'a "b"', deep: { n: 1 } }]), says('Yes.', ' "Sure"\n.')];
  const { model } = await scriptedChatModel([...script, says('Bye.')], { useResponsesApi: true });
  const seen: unknown[] = [];
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => void seen.push(request.messages));
  const hooked = withHooks(model, hooks);
  const answers = [await hooked.invoke('Go.'), await hooked.invoke('Go.')];
  for (const { response_metadata: told } of answers) expect(told['output']).toHaveLength(1);
  const done = new ToolMessage({ content: 'Done.', tool_call_id: 'call_look_0' });
  await hooked.invoke([new HumanMessage('Go.'), answers[0]!, done, answers[1]!]);
  expect(JSON.stringify(seen.at(-1))).not.toContain('"data"');
});
