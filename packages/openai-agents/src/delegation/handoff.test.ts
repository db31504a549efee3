import { Agent, handoff } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks, deny } from '@interpose/core';

import { agentOn, modes, openTool, runIn } from '../../test/app.ts';
import { calls, MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const billingOn = (model: MemoryModel, rest: object = {}) =>
  new Agent({ name: 'billing', model, ...rest });
const closed = () => {
  const hooks = createHooks();
  hooks.addHook('preDelegate', () => deny('billing is closed'), { name: 'hours' });
  return hooks;
};

describe('a handoff', () => {
  test.each(modes)(
    'that is denied fails the run where the provider keeps the conversation (%s)',
    async (mode) => {
      const model = new MemoryModel([calls('transfer_to_billing')]);
      const agent = withHooks(
        agentOn(model, { handoffs: [billingOn(new MemoryModel('Paid.'))] }),
        closed(),
      );
      const running = runIn(mode, agent, 'Hi.', { conversationId: 'conv_1' });
      await expect(running).rejects.toThrow('Blocked by hours: billing is closed');
    },
  );

  test.each(modes)('is refused by the SDK where its filter is no function (%s)', async (mode) => {
    const filtered = handoff(billingOn(new MemoryModel('Paid.')), { inputFilter: 'none' as never });
    const model = new MemoryModel([calls('transfer_to_billing')]);
    const agent = withHooks(agentOn(model, { handoffs: [filtered] }), createHooks());
    await expect(runIn(mode, agent, 'Hi.')).rejects.toThrow('Invalid handoff input filter');
  });

  test.each(modes)('that is answered with nothing does not happen (%s)', async (mode) => {
    const hooks = createHooks();
    hooks.addHook('preDelegate', () => ({ result: undefined }));
    const [ours, theirs] = [
      new MemoryModel([calls('transfer_to_billing')], 'I stay.'),
      new MemoryModel('Paid.'),
    ];
    const agent = withHooks(agentOn(ours, { handoffs: [billingOn(theirs)] }), hooks);
    const { finalOutput } = await runIn(mode, agent, 'Hi.');
    expect([finalOutput, theirs.asked]).toEqual(['I stay.', []]);
    expect(ours.asked[1]?.input).toMatchObject([{}, {}, { output: { type: 'text', text: '' } }]);
  });

  test("keeps the app's own filter, and with changed arguments hands those over", async () => {
    const hooks = createHooks();
    hooks.addHook('preDelegate', ({ task }) => ({ task: { ...task, input: { reason: 'late' } } }));
    const reasons: unknown[] = [];
    const theirs = new MemoryModel('Paid.');
    const to = handoff(billingOn(theirs), {
      inputType: {
        type: 'object',
        properties: { reason: { type: 'string' } },
        required: ['reason'],
        additionalProperties: false,
      } as never,
      onHandoff: (_context, input) => void reasons.push(input),
      inputFilter: (data) => ({ ...data, inputHistory: 'Only this.' }),
    });
    const model = new MemoryModel([calls('transfer_to_billing', { reason: 'secret' })]);
    await runIn('plain', withHooks(agentOn(model, { handoffs: [to] }), hooks), 'Hi.');
    expect(reasons).toEqual([{ reason: 'late' }]);
    expect(JSON.stringify(theirs.asked[0]?.input)).toContain('Only this.');
  });

  test('takes the policies along: the tools of the other agent are guarded too', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('ask a person'), { name: 'guard' });
    let paid = 0;
    const theirs = new MemoryModel([calls('refund')], 'I cannot.');
    const billing = billingOn(theirs, { tools: [openTool('refund', () => void paid++)] });
    const model = new MemoryModel([calls('transfer_to_billing')]);
    const result = await runIn(
      'plain',
      withHooks(agentOn(model, { handoffs: [billing] }), hooks),
      'Hi.',
    );
    expect([result.finalOutput, paid]).toEqual(['I cannot.', 0]);
  });

  test.each(modes)('asks the hooks that the other agent brings along (%s)', async (mode) => {
    const [ours, theirs, asked] = [createHooks(), createHooks(), [] as string[]];
    ours.addHook('preToolCall', () => void asked.push('ours'), { name: 'ours' });
    theirs.addHook('preToolCall', () => deny('ask a person'), { name: 'theirs' });
    theirs.observe('onChatDone', () => void asked.push('done'));
    let paid = 0;
    const model = new MemoryModel([calls('refund')], 'I cannot.');
    const tools = [openTool('refund', () => void paid++)];
    const billing = withHooks(billingOn(model, { tools }), theirs);
    const agent = agentOn(new MemoryModel([calls('transfer_to_billing')]), { handoffs: [billing] });
    const result = await runIn(mode, withHooks(agent, ours), 'Hi.');
    await theirs.flush();
    expect([result.finalOutput, paid, asked]).toEqual(['I cannot.', 0, ['ours', 'done']]);
  });

  test('is refused where the other agent asks for more than holds', async () => {
    const billing = billingOn(new MemoryModel('Paid.'));
    withHooks(billing, createHooks({ policies: [] }), { require: 'enforced' });
    billing.tools.push({ type: 'hosted_tool', name: 'web_search', providerData: {} } as never);
    const agent = agentOn(new MemoryModel([calls('transfer_to_billing')]), { handoffs: [billing] });
    const running = runIn('plain', withHooks(agent, createHooks()), 'Hi.');
    await expect(running).rejects.toMatchObject({ code: 'not_enforced' });
  });

  test('is refused where everything has to be enforced, and a tool of the other agent is not', async () => {
    const hosted = { type: 'hosted_tool', name: 'web_search', providerData: {} } as never;
    const theirs = new MemoryModel('Paid.');
    const handoffs = [billingOn(theirs, { tools: [hosted] })];
    const agent = agentOn(new MemoryModel([calls('transfer_to_billing')]), { handoffs });
    const enforced = withHooks(agent, createHooks(), { require: 'enforced' });
    await expect(runIn('plain', enforced, 'Hi.')).rejects.toMatchObject({ code: 'not_enforced' });
    expect(theirs.asked).toEqual([]);
  });
});
