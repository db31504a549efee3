import { Agent, run, Usage, type Model } from '@openai/agents-core';
import { expect, onTestFinished, test, vi } from 'vitest';

const model: Model = {
  getResponse: async () => ({ usage: new Usage(), output: [] }),
  getStreamedResponse: () => {
    throw new Error('not called');
  },
};

/** Finds no package, like the `require` of a bundle that was copied to another place. */
function finding(name: string): never {
  throw new Error(`Cannot find module '${name}'`);
}

test('hooks work in a bundle that holds the SDK and lies beside no package', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const own = process.getBuiltinModule.bind(process);
  const createRequire = (): object => Object.assign(finding, { resolve: finding, cache: {} });
  vi.spyOn(process, 'getBuiltinModule').mockImplementation((name) =>
    name === 'node:module' ? { createRequire } : own(name),
  );
  vi.resetModules();
  const { withHooks } = await import('../index.ts');
  const { createHooks, deny } = await import('@interpose/core');
  const hooks = createHooks();
  hooks.addHook('preRequest', () => deny('never'));
  const agent = withHooks(new Agent({ name: 'desk', model }), hooks);
  expect((await run(agent, 'hi')).finalOutput).toBe('Blocked by policy.');
});

test('what is no module is refused, and is asked about no later target', async () => {
  const { useSdk, withHooks } = await import('../index.ts');
  const { createHooks } = await import('@interpose/core');
  expect(() => useSdk({ default: {} } as never)).toThrow('[target_unknown]');
  expect(() => withHooks({} as never, createHooks())).toThrow('[target_unknown]');
});
