import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { agentOn, runner } from '../../test/app.ts';
import { MemoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const unknown = { pickModel: () => new MemoryModel('Other.') } as object;

describe('an option of a run that the census does not know and that can act', () => {
  test('is told of once, and passed on', async () => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
    const agent = withHooks(agentOn(new MemoryModel('One.', 'Two.')), hooks);
    const known = { callModelInputFilter: ({ modelData }: { modelData: object }) => modelData };
    await runner.run(agent, 'Hi', { ...known, ...unknown } as never);
    await runner.run(agent, 'Hi again', { ...known, ...unknown } as never);
    expect(told.map((each) => /\[unmediated_call\] (\w+)/.exec(each)?.[1])).toEqual(['pickModel']);
  });

  test("is refused under require: 'enforced', as a sandbox is", async () => {
    const model = new MemoryModel('One.');
    const agent = withHooks(agentOn(model), createHooks(), { require: 'enforced' });
    const refused = { pickModel: unknown, sandbox: { sandbox: {} } };
    for (const [name, options] of Object.entries(refused))
      await expect(runner.run(agent, 'Hi', options)).rejects.toThrow(
        new RegExp(`^\\[not_enforced\\].*${name}`),
      );
    expect(model.asked).toEqual([]);
  });
});
