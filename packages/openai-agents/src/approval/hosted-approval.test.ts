import { describe, expect, test } from 'vitest';

import { ask, createHooks, deny, type Hooks } from '@interpose/core';

import { openTool } from '../../test/app.ts';
import { calls, MemoryModel, type Item } from '../../test/memory-model.ts';
import { sdkVersions, type Sdk } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** An item in which the model wants to call a tool of the server "bank", and waits for approval. */
const wants = (name: string, id: string): Item => ({
  type: 'hosted_tool_call',
  name: 'mcp_approval_request',
  id,
  status: 'completed',
  providerData: {
    type: 'mcp_approval_request',
    id,
    name,
    server_label: 'bank',
    arguments: '{"euros":5}',
  },
});

/** Returns hooks that apply this rule to the tool "pay". */
function hooksThat(rule: () => ReturnType<typeof ask> | ReturnType<typeof deny>): Hooks {
  const hooks = createHooks();
  hooks.addHook('preToolCall', rule, { tool: 'pay' });
  return hooks;
}

/** Makes an agent whose app answers every approval itself; `heard` has the names of the calls it was asked about. */
function shop({ Agent: Made, hostedMcpTool }: Sdk, model: MemoryModel, approve = true) {
  const heard: string[] = [];
  const tool = hostedMcpTool({
    serverLabel: 'bank',
    serverUrl: 'https://bank.test',
    requireApproval: 'always',
    onApproval: async (_context, { rawItem }) => {
      heard.push((rawItem as { readonly name: string }).name);
      return { approve, reason: 'says the app' };
    },
  });
  return { agent: new Made({ name: 'shop', model, tools: [tool] }), heard };
}

/** Returns the answer that the provider got for each call in the last request. */
function answersIn({ asked }: MemoryModel): readonly unknown[] {
  const input = asked.at(-1)?.input ?? [];
  return (typeof input === 'string' ? [] : input).flatMap((item) =>
    item.type === 'hosted_tool_call' && item.name === 'mcp_approval_response'
      ? [[item.providerData?.['approval_request_id'], item.providerData?.['approve']]]
      : [],
  );
}

describe.each(sdkVersions)('a call of a hosted server that a policy asks about ($version)', (v) => {
  const { sdk } = v;
  const runner = new sdk.Runner({ tracingDisabled: true });

  test.each([false, true])(
    'waits for a person although the app answers by itself (streamed: %s)',
    async (stream) => {
      const hooks = hooksThat(() => ask('a person decides'));
      const ends: string[] = [];
      hooks.observe('onChatDone', ({ reason }) => void ends.push(reason));
      const model = new MemoryModel([wants('pay', 'r1')], 'Done.');
      const { agent, heard } = shop(sdk, model);
      const result = await runner.run(withHooks(agent, hooks), 'Go.', { stream } as object);
      await (result as { readonly completed?: Promise<void> }).completed;
      expect([result.interruptions.length, model.asked.length, heard]).toEqual([1, 1, ['pay']]);
      await hooks.flush();
      expect(ends).toEqual(['suspended']);
    },
  );

  test.each([true, false])('is answered by that person: %s', async (yes) => {
    for (const asText of [false, true]) {
      const model = new MemoryModel([wants('pay', 'r1')], 'Done.');
      const { agent, heard } = shop(sdk, model);
      withHooks(
        agent,
        hooksThat(() => ask('a person decides')),
      );
      const first = await runner.run(agent, 'Go.');
      const state = asText
        ? ((await sdk.RunState.fromString(
            agent,
            first.state.toString(),
          )) as object as typeof first.state)
        : first.state;
      for (const each of state.getInterruptions())
        if (yes) state.approve(each);
        else state.reject(each);
      const { finalOutput } = await runner.run(agent, state);
      expect([finalOutput, answersIn(model), heard]).toEqual(['Done.', [['r1', yes]], ['pay']]);
    }
  });

  test('gets no yes where the app says no', async () => {
    const model = new MemoryModel([wants('pay', 'r1')], 'Done.');
    const { agent } = shop(sdk, model, false);
    const hooks = hooksThat(() => ask('a person decides'));
    const { interruptions } = await runner.run(withHooks(agent, hooks), 'Go.');
    expect([interruptions.length, answersIn(model)]).toEqual([0, [['r1', false]]]);
  });

  test('is none that the app answered while another call waited', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    const model = new MemoryModel([calls('refund'), wants('pay', 'r1')], 'Done.');
    const { agent } = shop(sdk, model);
    agent.tools.push(openTool('refund', () => 'paid', { needsApproval: true }));
    const { state, interruptions } = await runner.run(withHooks(agent, hooks), 'Go.');
    expect(interruptions.map(({ name }) => name)).toEqual(['refund']);
    state.approve(interruptions[0]!);
    const { finalOutput } = await runner.run(agent, state);
    expect([finalOutput, answersIn(model)[0]]).toEqual(['Done.', ['r1', true]]);
  });

  test('gets no yes later where a policy denied it and another call waited', async () => {
    const model = new MemoryModel([calls('refund'), wants('pay', 'r1')], 'Done.');
    const { agent } = shop(sdk, model);
    agent.tools.push(openTool('refund', () => 'paid', { needsApproval: true }));
    withHooks(
      agent,
      hooksThat(() => deny('not that')),
    );
    const { state, interruptions } = await runner.run(agent, 'Go.');
    state.approve(interruptions[0]!);
    const { finalOutput } = await runner.run(agent, state);
    // SDK 0.11.8 answers a call a second time when a run is resumed.
    const answers = new Set(answersIn(model).map(String));
    expect([finalOutput, answers]).toEqual(['Done.', new Set(['r1,false'])]);
  });

  test('waits with the other calls of its server, and the app has heard of each', async () => {
    const model = new MemoryModel([wants('look', 'r1'), wants('pay', 'r2')], 'Done.');
    const { agent, heard } = shop(sdk, model);
    const hooks = hooksThat(() => ask('a person decides'));
    const { interruptions } = await runner.run(withHooks(agent, hooks), 'Go.');
    expect([interruptions.length, model.asked.length, heard]).toEqual([2, 1, ['look', 'pay']]);
  });

  test.each([
    ['asks', ask],
    ['denies', deny],
  ])('gets no yes that a person gave once for all, where a policy %s', async (_, verdict) => {
    let isStrict = false;
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) =>
      call.name !== 'pay' || !isStrict ? undefined : verdict('not this one'),
    );
    const model = new MemoryModel([wants('pay', 'r1')], [wants('pay', 'r2')], 'Done.');
    const tool = sdk.hostedMcpTool({
      serverLabel: 'bank',
      serverUrl: 'https://bank.test',
      requireApproval: 'always',
    });
    const agent = new sdk.Agent({ name: 'shop', model, tools: [tool] });
    const { state } = await runner.run(withHooks(agent, hooks), 'Go.');
    for (const each of state.getInterruptions()) state.approve(each, { alwaysApprove: true });
    isStrict = true;
    await runner.run(agent, state);
    expect(answersIn(model)).not.toContainEqual(['r2', true]);
  });

  test.each([
    ['that policies deny by now', ['r1', 'r2'], {}, [false, false]],
    ['that a person approved', ['r1', 'r2'], {}, [true, true]],
    ['beside one that a person approved for good', ['r1'], { alwaysApprove: true }, [true, false]],
  ])('is asked about again where a run goes on, as one %s', async (which, yes, how, left) => {
    let rule: () => ReturnType<typeof ask> | ReturnType<typeof deny> = () =>
      ask('a person decides');
    const hooks = hooksThat(() => rule());
    const model = new MemoryModel([wants('pay', 'r1'), wants('pay', 'r2')], 'Done.');
    const { agent } = shop(sdk, model);
    const { state } = await runner.run(withHooks(agent, hooks), 'Go.');
    for (const each of state.getInterruptions())
      if (yes.includes(String(each.rawItem.id))) state.approve(each, how);
    if (which.endsWith('by now')) rule = () => deny('closed');
    await runner.run(agent, state);
    expect(answersIn(model)).toEqual(left.map((approve, at) => [`r${at + 1}`, approve]));
  });
});
