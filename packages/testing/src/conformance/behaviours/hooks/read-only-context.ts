import assert from 'node:assert/strict';

import type { Behaviour } from '../../behaviour.ts';
import { expectAnswer } from '../../kit/expect-outcome.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { spyTool } from '../../kit/spy-tool.ts';
import { theme } from '../../kit/theme.ts';

/** Behaviours for values that hooks may read but not change. */
export const readOnlyContext: readonly Behaviour[] = theme('read-only-context', [
  {
    id: 'C374',
    title: 'a hook cannot change what it is shown: assigning fails, and so does an edit in place',
    rows: [40],
    async run(bench) {
      const hooks = bench.hooks();
      const failures: string[] = [];
      const attempt = (name: string, edit: () => void): void => {
        try {
          edit();
        } catch (error) {
          failures.push(`${name} ${(error as { code?: string }).code ?? (error as Error).name}`);
        }
      };
      hooks.addHook('preToolCall', (ctx) => {
        attempt('assign', () => Object.assign(ctx, { call: undefined }));
        attempt('args', () => Object.assign(ctx.call.args, { q: 'edited' }));
      });
      hooks.addHook('onToolCallResult', (ctx) =>
        attempt('result', () => Object.assign(ctx.result as object, { euros: 0 })),
      );
      const open = new Set<string>();
      for (const event of ['preRequest', 'onResponse', 'preToolCall', 'onToolCallResult'] as const)
        hooks.addHook(event, (ctx) => {
          for (const key of ['request', 'response', 'call', 'tool', 'result'] as const)
            for (const path of unfrozenIn(Reflect.get(ctx, key), `${event}.${key}`)) open.add(path);
        });
      const search = spyTool('search', () => ({ euros: 10 }));
      const run = await bench.start({
        hooks,
        model: oneCall('search', { q: 'price' }),
        messages: question,
        tools: [search],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(failures, ['assign readonly_context', 'args TypeError', 'result TypeError']);
      assert.deepEqual(search.runs, [{ q: 'price' }]);
      assert.deepEqual([...open], []);
    },
  },
  {
    id: 'C375',
    title: "the host's own values are not frozen or changed by being looked at",
    rows: [40],
    async run(bench) {
      const hooks = bench.hooks();
      hooks.addHook('preToolCall', () => undefined);
      hooks.addHook('onToolCallResult', () => undefined);
      const result = { euros: 10, tags: ['a'] };
      let frozen: boolean | undefined;
      const search = spyTool('search', (args) => {
        frozen = Object.isFrozen(args);
        return result;
      });
      const run = await bench.start({
        hooks,
        model: oneCall('search', { q: { deep: 1 } }),
        messages: question,
        tools: [search],
      });
      expectAnswer(run, 'All done.');
      assert.deepEqual(
        [frozen, Object.isFrozen(result), Object.isFrozen(result.tags)],
        [false, false, false],
      );
    },
  },
]);

/** Returns the paths of plain objects and arrays in a value that are not frozen. */
function unfrozenIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype && !Array.isArray(value)) return [];
  const inside = Object.entries(value).flatMap(([key, item]) => unfrozenIn(item, `${path}.${key}`));
  return Object.isFrozen(value) ? inside : [path, ...inside];
}
