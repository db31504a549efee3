import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

type Options = Record<string, unknown> & { readonly tools: Record<string, unknown> };
type Prepare = (given: object) => Promise<Options>;

interface Other {
  readonly model: object;
  readonly refund: object;
}

interface Asked {
  prepareCall: Prepare;
  generate(call: object): Promise<{ readonly text: string }>;
  stream(call: object): Promise<{ readonly text: Promise<string> }>;
}

const puts: [string, (made: Options, other: Other) => object][] = [
  ['another model', (made, { model }) => ({ ...made, model })],
  ['another tool', (made, { refund }) => ({ ...made, tools: { ...made.tools, refund } })],
  [
    'another tool in place',
    (made, { refund }) => {
      made.tools['refund'] = refund;
      return made;
    },
  ],
  [
    'a prepareStep with a model',
    (made, { model }) => ({ ...made, prepareStep: () => ({ model }) }),
  ],
];

describe.each(sdkVersions)('an own prepareCall method on ai $version', ({ sdk }) => {
  function desk() {
    const ran: string[] = [];
    const asked: string[] = [];
    const hooks = createHooks();
    hooks.addHook('preRequest', () => void asked.push('model'));
    hooks.addHook('preToolCall', ({ call }) => {
      asked.push(call.name);
      return deny('no');
    });
    const tool = (name: string): object =>
      sdk.tool({ inputSchema: z.object({}), execute: async () => void ran.push(name) });
    const turns = [{ calls: [{ id: 'c1', name: 'refund' }] }, { text: 'Done.' }];
    const [first, second] = [memoryModel(turns), memoryModel(turns)];
    const settings = { model: first.model, tools: { refund: tool('first') } };
    const other = { model: second.model, refund: tool('second') };
    const isReached = (): boolean => ran.length + first.seen.length + second.seen.length > 0;
    return { hooks, asked, settings, other, isReached };
  }
  const classThat = (change: (made: Options) => object) =>
    class extends (sdk.ToolLoopAgent as new (settings: object) => object) {
      async prepareCall(given: object): Promise<object> {
        const above = Reflect.get(sdk.ToolLoopAgent.prototype, 'prepareCall') as Prepare;
        return change(await above.call(this, given));
      }
    };
  const hooked = (agent: object, given: ReturnType<typeof desk>, options = {}): Asked =>
    withHooks(agent as never, given.hooks, options) as Asked;

  test.each(puts)('cannot put %s into a call', async (_, put) => {
    for (const method of ['generate', 'stream'] as const) {
      const given = desk();
      const Own = classThat((made) => put(made, given.other));
      const asking = hooked(new Own(given.settings), given)[method]({ prompt: 'Hi' });
      await expect(asking).rejects.toThrow(/agent_not_mediated/);
      expect(given.isReached()).toBe(false);
    }
  });

  test('cannot take a call past the hooks where it is put on the agent, bound to it', async () => {
    const given = desk();
    const Made = sdk.ToolLoopAgent as new (settings: object) => object;
    const agent = new Made(given.settings) as Asked;
    const own = agent.prepareCall.bind(agent);
    agent.prepareCall = async (options) => own(options);
    const asking = hooked(agent, given).generate({ prompt: 'Hi' });
    await expect(asking).rejects.toThrow(/agent_not_mediated/);
    expect(given.isReached()).toBe(false);
  });

  test('may change what a model is asked', async () => {
    const given = desk();
    const Own = classThat((made) => ({ ...made, temperature: 0 }));
    const { text } = await hooked(new Own(given.settings), given).generate({ prompt: 'Hi' });
    expect([text, given.asked]).toEqual(['Done.', ['model', 'refund', 'model']]);
  });

  test('cannot add what is refused', async () => {
    const given = desk();
    const told = { isEnabled: true, integrations: [{ onStart: () => undefined }] };
    const Own = classThat((made) => ({ ...made, telemetry: told, experimental_telemetry: told }));
    const agent = hooked(new Own(given.settings), given, { require: 'enforced' });
    await expect(agent.generate({ prompt: 'Hi' })).rejects.toThrow(/not_enforced/);
    expect(given.isReached()).toBe(false);
  });
});
