import { expect, test } from 'vitest';

import { ask, createHooks } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

const always = { alwaysApprove: true };

/** Two refunds wait for a person, of the shop itself or of an agent that it asks. */
async function waiting(sdk: Sdk, isNested: boolean) {
  const paid: unknown[] = [];
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) =>
    call.name === 'refund' ? ask('a person decides') : undefined,
  );
  const refund = openTool('refund', ({ euros }) => void paid.push(euros));
  const turn = [calls('refund', { euros: 1 }, 'c1'), calls('refund', { euros: 2 }, 'c2')];
  const desk = new sdk.Agent({
    name: 'desk',
    model: new MemoryModel(turn, 'Done.'),
    tools: [refund],
  });
  const asking = desk.asTool({ toolName: 'ask_desk', toolDescription: 'Asks the desk.' });
  const shop = new sdk.Agent({
    name: 'shop',
    model: new MemoryModel([calls('ask_desk', { input: 'Pay.' }, 'c0')], 'Done.'),
    tools: [asking],
  });
  const agent = withHooks(isNested ? shop : desk, hooks, { session: { id: 'thread-1' } });
  const runner = new sdk.Runner({ tracingDisabled: true });
  const { state } = await runner.run(agent, 'Pay me.');
  expect(state.getInterruptions()).toHaveLength(2);
  return { paid, state, goOn: () => runner.run(agent, state) };
}

for (const { sdk, version } of sdkVersions)
  for (const isNested of [false, true])
    test.each([
      ['only the call that a person was asked about', [true, undefined], [1]],
      ['only that call, where the other is refused', [true, false], [1]],
      ['each call that a person approved', [true, true], [1, 2]],
    ] as const)(
      `an approval for good lets run %s (${version}, ${isNested ? 'nested' : 'alone'})`,
      async (_, answers, left) => {
        const { paid, state, goOn } = await waiting(sdk, isNested);
        for (const [at, each] of state.getInterruptions().entries())
          if (answers[at] === true) state.approve(each, always);
          else if (answers[at] === false) state.reject(each);
        await goOn();
        expect(paid).toEqual(left);
      },
    );
