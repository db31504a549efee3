import { createHooks, deny } from '@interpose/core';
import type { ToolSet } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { readOutputs } from '../../test/read-outputs.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** A tool whose members need its own instance. */
class Safe {
  readonly #schema = z.object({});
  #opened = 0;

  get inputSchema(): z.ZodObject {
    return this.#schema;
  }

  execute(): string {
    this.#opened += 1;
    return `opened ${this.#opened}`;
  }

  toModelOutput({ output }: { readonly output: string }): object {
    return { type: 'text', value: `${output} of ${this.#opened}` };
  }
}

/** An agent, with the one member that is used here. */
interface Asked {
  readonly generate: (call: never) => PromiseLike<unknown>;
}

describe.each(sdkVersions)('a tool of a class on ai $version', ({ sdk }) => {
  const ask = async (agent: Asked): Promise<void> =>
    void (await agent.generate({ prompt: 'Go' } as never));
  const calling = () => memoryModel([{ calls: [{ id: 'c1', name: 'open' }] }, { text: 'Done.' }]);

  test.each(['agent', 'tools', 'frozen tools'])('keeps its private fields: %s', async (target) => {
    const hooks = createHooks();
    const asked: string[] = [];
    hooks.addHook('preToolCall', ({ call }) => void asked.push(call.name));
    const { model, seen } = calling();
    const safe = new Safe() as object as ToolSet[string];
    const tools: ToolSet = { open: target === 'frozen tools' ? Object.freeze(safe) : safe };
    await ask(
      target === 'agent'
        ? withHooks(new sdk.ToolLoopAgent({ model, tools }), hooks)
        : new sdk.ToolLoopAgent({ model, tools: withHooks(tools, hooks) }),
    );
    expect(asked).toEqual(['open']);
    expect(readOutputs(seen[1])).toEqual([{ type: 'text', value: 'opened 1 of 1' }]);
  });

  test('does not run where its call is denied, nor in a frozen agent', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('closed'));
    const { model } = calling();
    const safe = new Safe();
    const tools: ToolSet = { open: safe as object as ToolSet[string] };
    await ask(withHooks(Object.freeze(new sdk.ToolLoopAgent({ model, tools })), hooks));
    expect(safe.execute()).toBe('opened 1');
  });
});
