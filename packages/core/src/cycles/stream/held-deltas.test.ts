import { describe, expect, test } from 'vitest';

import { createHooks, deny } from '../../index.ts';
import type { TestPart } from '../../../test/stream-step.ts';
import { streamThrough } from '../../../test/stream-through.ts';

/** A piece of a call's arguments. The caller builds the call from the released pieces. */
function heldDelta(text: string): TestPart {
  return { kind: 'delta', channel: 'tool-args', id: 'c1', text, held: true };
}

const said: TestPart = { kind: 'delta', channel: 'text', id: '1', text: 'Let me see.' };
const finish: TestPart = { kind: 'finish' };
const parts = [heldDelta('{"path":'), said, heldDelta('"/tmp"}'), finish];

describe('a delta that is held', () => {
  test('is told at once, and leaves in its order once the response was judged', async () => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.observe('onResponseDelta', ({ delta, channel }) => void told.push(`${channel} ${delta}`));
    hooks.addHook('preToolCall', () => undefined);
    const left = await streamThrough(hooks, [parts]);
    expect(told).toEqual(['tool-args {"path":', 'text Let me see.', 'tool-args "/tmp"}']);
    expect(left).toEqual([said, parts[0], parts[2], finish]);
  });

  test('leaves at once where nobody may deny it', async () => {
    const hooks = createHooks();
    hooks.observe('onResponse', () => undefined);
    expect(await streamThrough(hooks, [parts])).toEqual(parts);
  });

  test('never leaves where a late verdict drops the calls', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponse', () => deny('no'), { stream: 'observe' });
    const left = await streamThrough(hooks, [parts]);
    expect(left).toMatchObject([said, { kind: 'refused', open: ['1'] }]);
  });

  test('passes its hooks, also what a window held back, before the end of the answer', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replace('/tmp', '/safe') }), {
      window: 20,
    });
    const left = await streamThrough(hooks, [parts]);
    const args = left.flatMap((part) =>
      'kind' in part && part.kind === 'delta' && part.channel === 'tool-args' ? [part.text] : [],
    );
    expect([args.join(''), left.at(-1)]).toEqual(['{"path":"/safe"}', finish]);
  });

  test('is flushed before the end of its block, which is held too', async () => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta }), { window: 20 });
    const close: TestPart = { kind: 'close', id: 'c1', held: true };
    const left = await streamThrough(hooks, [[heldDelta('{}'), close, finish]]);
    expect(left).toEqual([heldDelta('{}'), close, finish]);
  });
});
