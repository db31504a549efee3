import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { agentOn, modes, runIn } from '../../test/app.ts';
import { MemoryModel, says } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const server = { type: 'mcp', server_label: 'git', server_url: 'https://example.com/mcp' };

describe('an item that is another one to the provider than to hooks', () => {
  const said = { role: 'user', content: 'Hi.' } as const;
  const items: readonly (readonly [string, object])[] = [
    ['a message without a type', { type: 'unknown', providerData: { ...said } }],
    ['tools without a type', { type: 'unknown', providerData: { tools: [server] } }],
    ['tools beside a message', { ...said, providerData: { type: 'other', tools: [server] } }],
    ['the name of somebody who speaks', { ...said, providerData: { name: 'x' } }],
  ];

  test.each(items)('is told of once, or refused: %s', async (_, item) => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
    const model = new MemoryModel('One.', 'Two.');
    const agent = withHooks(agentOn(model), hooks);
    for (let time = 0; time < 2; time += 1) await runIn('plain', agent, [said, item] as never);
    expect(told).toEqual([expect.stringContaining('[unmediated_call] providerData of an item')]);
    const strict = withHooks(agentOn(model), createHooks(), { require: 'enforced' });
    for (const mode of modes)
      await expect(runIn(mode, strict, [said, item] as never)).rejects.toThrow(
        /^\[not_enforced\].*providerData of an item/,
      );
    expect(model.asked).toHaveLength(2);
  });

  test('is none that a model gave, with what its provider keeps beside it', async () => {
    const given = [
      said,
      { type: 'unknown', providerData: { type: 'new_call', id: 'n' } },
      { ...says('Hm.'), providerData: { phase: 'commentary' } },
      said,
    ];
    const agent = agentOn(new MemoryModel('One.'));
    withHooks(agent, createHooks(), { require: 'enforced' });
    expect((await runIn('plain', agent, given as never)).finalOutput).toBe('One.');
  });
});
