import { agentTool, withHooks } from '../../src/index.ts';
import { memoryModel } from '../memory-model.ts';
import { sdk, type RunPath } from './run-path.ts';

/** An agent whose tool asks a sub-agent, in each of the ways an app may write that; the text is what the main model reads. */
export function runDelegation(how: 'agentTool' | 'generate' | 'stream'): RunPath {
  return async (hooks) => {
    const inner = memoryModel([{ text: 'zehn' }, { text: 'sechs' }]);
    const expert = withHooks(new sdk.ToolLoopAgent({ id: 'expert', model: inner.model }), hooks);
    const ask = sdk.tool({
      inputSchema: sdk.jsonSchema<{ input: string }>({ type: 'object' }),
      execute: async ({ input }) => {
        if (how === 'generate') return (await expert.generate({ prompt: input })).text;
        return (await expert.stream({ prompt: input })).text;
      },
    });
    const tool = how === 'agentTool' ? agentTool(expert, { description: 'Knows prices.' }) : ask;
    const outer = memoryModel([
      { calls: [{ id: 'c1', name: 'expert', args: { input: 'What price?' } }] },
      { text: 'Done.' },
    ]);
    await withHooks(
      new sdk.ToolLoopAgent({ model: outer.model, tools: { expert: tool } }),
      hooks,
    ).generate({ prompt: 'Go' });
    return { text: JSON.stringify(outer.seen[1]?.prompt.at(-1)), seen: inner.seen };
  };
}
