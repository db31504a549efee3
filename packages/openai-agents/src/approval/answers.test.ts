import { describe, expect, test, vi } from 'vitest';

import { ask, createHooks } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';
import { Answers } from './answers.ts';

const session = { id: 'thread-1' };

/** A shop whose billing agent asks for a refund with the same call id that the shop uses. */
function shopWithBilling(sdk: Sdk, paid: string[]) {
  const refund = (by: string) => openTool('refund', () => void paid.push(by));
  const billing = new sdk.Agent({
    name: 'billing',
    model: new MemoryModel([calls('refund', {}, 'c1')], 'Paid by billing.'),
    tools: [refund('billing')],
  });
  const askBilling = billing.asTool({ toolName: 'ask_billing', toolDescription: 'Asks billing.' });
  const turn = [calls('refund', {}, 'c1'), calls('ask_billing', { input: 'Pay.' }, 'c2')];
  const model = new MemoryModel(turn, 'Done.');
  return new sdk.Agent({ name: 'shop', model, tools: [refund('shop'), askBilling] });
}

describe.each(sdkVersions)('the answers of a person ($version)', ({ sdk, version }) => {
  test.each(['shop', 'billing'])(
    'to calls of one id under two agents hold for their own agent: yes to %s',
    async (yesTo) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const hooks = createHooks();
      hooks.addHook('preToolCall', ({ call }) =>
        call.name === 'refund' ? ask('a person decides') : undefined,
      );
      const paid: string[] = [];
      const agent = withHooks(shopWithBilling(sdk, paid), hooks, { session });
      const runner = new sdk.Runner({ tracingDisabled: true });
      const asked = await runner.run(agent, 'Pay me.');
      expect(asked.interruptions.map((each) => each.agent.name).toSorted()).toEqual([
        'billing',
        'shop',
      ]);
      for (const each of asked.interruptions)
        if (each.agent.name === yesTo) asked.state.approve(each);
        else asked.state.reject(each);
      await runner.run(agent, asked.state);
      if (version === '0.11.8') return; // this version stores its answers by tool and id only
      expect([paid, warn.mock.calls]).toEqual([[yesTo], []]);
      warn.mockRestore();
    },
  );
});

test('two answers that cannot be told apart are a refusal, in either order', () => {
  for (const order of [
    [true, false],
    [false, true],
  ]) {
    const answers = new Answers();
    const call = { callId: 'c1', name: 'refund', arguments: '{}' };
    for (const approved of order) answers.add('billing', call, approved);
    expect([answers.of('billing', call), answers.of('shop', call)]).toEqual([false, undefined]);
  }
});
