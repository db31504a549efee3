import { inspect } from 'node:util';

import { ask, createHooks, deny, mapText, textOf } from '@interpose/core';
import { MemorySession, user, type ModelInputData, type RunResult } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { agentOn, modes, openTool, runIn } from '../../test/app.ts';
import { calls, MemoryModel, type MemoryTurn } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** An agent whose hooks take the number out of what the user says. */
function shop(execute: () => unknown, ...turns: MemoryTurn[]) {
  const hooks = createHooks();
  const text = 'My card is [gone].';
  hooks.addHook('onUserMessage', ({ message }) => ({
    message: { ...message, content: [{ type: 'text', text }] },
  }));
  const tools = [openTool('look', execute)];
  return withHooks(agentOn(new MemoryModel(...turns), { tools }), hooks);
}

const said = 'My card is 4711.';
const all = (value: unknown): string => inspect(value, { depth: 20 });

describe.each(modes)('what hooks changed of a message, in the state of a run (%s)', (mode) => {
  test('is not kept as it was where the run has no session', async () => {
    const agent = shop(() => 'seen', [calls('look')], 'Done.');
    const result = await runIn(mode, agent, said);
    expect(all(result)).not.toContain('4711');
  });

  test('is not written as it was where the run failed', async () => {
    const agent = shop(() => 'seen', [calls('look')]);
    const failing = runIn(mode, agent, said, { maxTurns: 1 });
    const error: unknown = await failing.catch((each: unknown) => each);
    const { state } = error as { readonly state: object };
    const text = JSON.stringify(state);
    expect(text).toContain('[gone]');
    expect(text + all(state)).not.toContain('4711');
  });
});

describe.each(modes)('what the app added to a state (%s)', (mode) => {
  test.each(['denied', 'changed'])('and hooks %s is not kept as it was', async (verdict) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('a person decides'));
    hooks.addHook('onUserMessage', ({ message }) => {
      if (!textOf(message).includes('4711')) return undefined;
      return verdict === 'denied' ? deny('no cards') : { message: mapText(message, () => 'Gone.') };
    });
    const model = new MemoryModel([calls('look')], 'Done.');
    const tools = [openTool('look', () => 'seen')];
    const session = new MemorySession();
    const agent = withHooks(agentOn(model, { tools }), hooks, {
      session: { id: `${mode} ${verdict}` },
    });
    const { state } = (await runIn(mode, agent, 'Hi.', { session })) as object as RunResult<
      undefined,
      never
    >;
    state.approve(state.getInterruptions()[0]!);
    state.addInput(said);
    const result = await runIn(mode, agent, state as never, { session });
    const text = JSON.stringify([result.history, state, await session.getItems()]);
    expect(result.finalOutput).toBe(verdict === 'denied' ? 'Blocked by policy.' : 'Done.');
    expect(text + all(result)).not.toContain('4711');
    expect(text.includes('Gone.')).toBe(verdict === 'changed');
  });
});

test('what hooks changed of a message is not kept as it was in a stream that was cancelled', async () => {
  const leaving = new AbortController();
  const agent = shop(() => leaving.abort(), [calls('look')], 'Done.');
  const result = await runIn('streamed', agent, said, { signal: leaving.signal });
  expect(all(result)).not.toContain('4711');
});

test.each(modes)(
  'a denied message that follows another one is not kept either (%s)',
  async (mode) => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', ({ message }) =>
      textOf(message).includes('card') ? deny('no cards') : undefined,
    );
    const model = new MemoryModel('Hi.');
    const session = new MemorySession();
    const agent = withHooks(agentOn(model, {}), hooks);
    await runIn(mode, agent, [user(said), user('The other card is 4711.')], { session });
    await runIn(mode, agent, 'Hello.', { session });
    expect(all([model.asked, await session.getItems()])).not.toContain('4711');
  },
);

describe.each(sdkVersions)('a message that the app filters before each call ($version)', (v) => {
  test.each([
    ['denied', '[]'],
    ['changed', 'So: My card is [gone].'],
    ['left alone', `"${said}"`],
  ])('and hooks %s is kept as they left it', async (verdict, kept) => {
    const hooks = createHooks();
    hooks.addHook('onUserMessage', ({ message }) => {
      if (verdict === 'left alone') return undefined;
      if (verdict === 'denied') return deny('no cards');
      return { message: mapText(message, (text) => text.replace('4711', '[gone]')) };
    });
    const agent = new v.sdk.Agent({ name: 'shop', model: new MemoryModel('Done.') });
    const callModelInputFilter = ({ modelData }: { readonly modelData: ModelInputData }) => ({
      ...modelData,
      input: modelData.input.map((item) => ('content' in item ? user(`So: ${said}`) : item)),
    });
    const runner = new v.sdk.Runner({ tracingDisabled: true, callModelInputFilter });
    const session = { id: `${v.version} ${verdict}` };
    const { history, state } = await runner.run(withHooks(agent, hooks, { session }), said);
    const found = history.flatMap((item) => ('role' in item && item.role === 'user' ? item : []));
    expect(JSON.stringify(found)).toContain(kept);
    expect(JSON.stringify(state).includes('4711')).toBe(verdict === 'left alone');
  });
});
