import { expect, test } from 'vitest';

import { createHooks, deny } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

// The newest SDK refuses an id that another call had.
const { sdk } = sdkVersions[0]!;

test('a call of an unknown tool gets no text that hooks gave to an earlier one of its id', async () => {
  const model = new MemoryModel([calls('pay', {}, 'c1')], [calls('send', {}, 'c1')], 'Done.');
  const hooks = createHooks();
  let asked = 0;
  hooks.addHook('onToolCallError', ({ error }) =>
    asked++ === 0 ? { error: { ...error, message: 'Use another one.' } } : undefined,
  );
  const agent = withHooks(new sdk.Agent({ name: 'shop', model }), hooks);
  const runner = new sdk.Runner({
    tracingDisabled: true,
    toolNotFoundBehavior: 'return_error_to_model',
  });
  const { history } = await runner.run(agent, 'Pay.');
  const read = history.flatMap((item) =>
    item.type === 'function_call_result' ? [JSON.stringify(item.output)] : [],
  );
  expect(read.map((text) => text.includes('Use another one.'))).toEqual([true, false]);
});

test('a call is not held for an earlier one of its id that a policy stopped', async () => {
  const turns = [1, 2].map((euros) => [calls('pay', { euros }, 'c1')]);
  const model = new MemoryModel(...turns, 'Done.');
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) => (call.args['euros'] === 1 ? deny('no') : undefined));
  const paid: unknown[] = [];
  const pay = openTool('pay', ({ euros }) => `Paid ${String(paid.push(euros))}.`);
  const agent = new sdk.Agent({
    name: 'shop',
    model,
    tools: [pay],
    toolUseBehavior: 'stop_on_first_tool',
  });
  const runner = new sdk.Runner({ tracingDisabled: true });
  const { finalOutput } = await runner.run(withHooks(agent, hooks), 'Pay.');
  expect([paid, finalOutput]).toEqual([[2], 'Paid 1.']);
});
