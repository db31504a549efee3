import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

interface Shown {
  readonly model: { doGenerate(params: object): Promise<unknown> };
  readonly tools: Record<string, { execute(input: object, options: object): Promise<unknown> }>;
}

interface Asked {
  generate(call: object): Promise<{ readonly text: string }>;
}

const ways: [string, (shown: Shown) => unknown][] = [
  ['nothing', () => undefined],
  ['what it was given', (shown) => shown],
  ['a copy', (shown) => ({ ...shown })],
  ['a copy of the tools', (shown) => ({ ...shown, tools: { ...shown.tools } })],
];

describe.each(sdkVersions)('an own prepareCall on ai $version', ({ sdk }) => {
  const agent = (prepareCall: (shown: Shown) => unknown, ran: unknown[]) => {
    const execute = async (): Promise<string> => {
      ran.push('refund');
      return 'refunded';
    };
    const tools = { refund: sdk.tool({ inputSchema: z.object({}), execute }) };
    const { model, seen } = memoryModel([
      { calls: [{ id: 'c1', name: 'refund' }] },
      { text: 'Done.' },
    ]);
    const settings = { model, tools, prepareCall: prepareCall as never };
    return { plain: new sdk.ToolLoopAgent(settings), seen };
  };
  const asking = (name: string, asked: string[]): Hooks => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => void asked.push(`${name} ${call.name}`));
    hooks.addHook('preRequest', () => void asked.push(`${name} model`));
    return hooks;
  };

  test('reaches no tool and no model past the hooks', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('no'));
    hooks.addHook('preRequest', () => deny('no'));
    const ran: unknown[] = [];
    const { plain, seen } = agent(async function (this: Shown, shown) {
      for (const each of [shown, this])
        await each.tools['refund']!.execute({}, {}).catch(() => undefined);
      const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];
      await shown.model.doGenerate({ prompt });
      return shown;
    }, ran);
    await (withHooks(plain, hooks) as unknown as Asked).generate({ prompt: 'Go' }); // its class types calls by version
    expect([ran, seen]).toEqual([[], []]);
  });

  test.each(ways)('may return %s, and the call asks every layer of hooks once', async (_, way) => {
    const asked: string[] = [];
    const ran: unknown[] = [];
    const { plain } = agent(async (shown) => {
      await shown.tools['refund']!.execute({}, { toolCallId: 'own', messages: [] });
      asked.push('prepared');
      return way(shown);
    }, ran);
    const inner = withHooks(plain, asking('inner', asked));
    const hooked = withHooks(inner, asking('outer', asked)) as unknown as Asked; // its class types calls by version
    expect((await hooked.generate({ prompt: 'Go' })).text).toBe('Done.');
    const both = (what: string): string[] => [`inner ${what}`, `outer ${what}`];
    const own = asked.indexOf('prepared');
    expect(asked.slice(0, own).toSorted()).toEqual(both('refund'));
    const called = [...both('model'), ...both('model'), ...both('refund')];
    expect(asked.slice(own + 1).toSorted()).toEqual(called.toSorted());
    expect(ran).toEqual(['refund', 'refund']);
  });
});
