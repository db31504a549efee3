import { expect, test } from 'vitest';
import { Agent, Runner, tool } from '@openai/agents-core';

// @boundaries-ignore shared by tests only
import { slowHooks } from '../../../testing/test/slow-hooks.ts';
import { calls, MemoryModel, readOf, says } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const SECRET = 'hunter2';

const parameters = (): object => ({
  type: 'object',
  properties: { city: { type: 'string', description: 'A place.' } },
  required: [],
  additionalProperties: true,
});

test.each([false, true])(
  'what the app changes while preRequest is decided is not sent (streamed: %s)',
  async (stream) => {
    const schema = parameters() as { properties: { city: { description: string } } };
    const providerData = { reasoning: { effort: 'low' } };
    const look = tool({
      name: 'look',
      description: 'Looks.',
      parameters: schema as never,
      strict: false,
      execute: () => 'seen',
    });
    const model = new MemoryModel('ok');
    const agent = new Agent({
      name: 'desk',
      model,
      tools: [look],
      modelSettings: { providerData },
    });
    const hooks = slowHooks('preRequest', () => {
      schema.properties.city.description = SECRET;
      providerData.reasoning.effort = SECRET;
    });
    const runner = withHooks(new Runner({ tracingDisabled: true }), hooks);
    if (stream) await (await runner.run(agent, 'hi', { stream: true })).completed;
    else await runner.run(agent, 'hi');
    const [{ tools, modelSettings } = {}] = model.asked;
    expect([JSON.stringify(tools), JSON.stringify(modelSettings)]).toEqual([
      expect.stringContaining('"A place."'),
      expect.stringContaining('"low"'),
    ]);
    expect(JSON.stringify([tools, modelSettings])).not.toContain(SECRET);
  },
);

test('a result that its tool changes while onToolCallResult is decided is sent as hooks saw it', async () => {
  const order = { state: 'paid' };
  const look = tool({
    name: 'look',
    description: 'Looks.',
    parameters: parameters() as never,
    strict: false,
    execute: () => order,
  });
  const model = new MemoryModel([calls('look')], 'ok');
  const hooks = slowHooks('onToolCallResult', () => {
    order.state = SECRET;
  });
  const runner = withHooks(new Runner({ tracingDisabled: true }), hooks);
  await runner.run(new Agent({ name: 'desk', model, tools: [look] }), 'hi');
  expect(readOf(model, 'call_look')).toContain('paid');
  expect(readOf(model, 'call_look')).not.toContain(SECRET);
});

test.each(['onResponse', 'onAgentResponse'] as const)(
  'an answer that the model changes while %s is decided reaches the app as hooks saw it',
  async (event) => {
    const answer = says('fine') as { content: { text: string }[] } & ReturnType<typeof says>;
    const hooks = slowHooks(event, () => {
      answer.content[0]!.text = SECRET;
    });
    const runner = withHooks(new Runner({ tracingDisabled: true }), hooks);
    const agent = new Agent({ name: 'desk', model: new MemoryModel([answer]) });
    expect((await runner.run(agent, 'hi')).finalOutput).toBe('fine');
  },
);
