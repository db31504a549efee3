import { expect, test } from 'vitest';

import { deny } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';
import { recordingHooks } from '../../test/recording-hooks.ts';

test('a traced record holds a step for each hook that was asked, and for no other', async () => {
  const { hooks, records } = recordingHooks({ trace: true });
  const add = (name: string, when?: () => boolean): void =>
    void hooks.addHook('preToolCall', () => undefined, { name, ...(when && { when }) });
  add('asked');
  hooks.addHook('preToolCall', () => deny('no'), { name: 'left out', when: () => false });
  add('holds', () => true);
  hooks.addHook('preToolCall', () => remove(), { name: 'remover' });
  const remove = hooks.addHook('preToolCall', () => undefined, { name: 'removed' });
  await gateCall(hooks);
  const [record] = records;
  expect(record!.steps?.map(({ hook }) => hook)).toEqual(['asked', 'holds', 'remover']);
  expect(record!.hooks).toBe(3);
});

test('a condition that fails is the step of its hook, with what that counts as', async () => {
  const { hooks, records } = recordingHooks({ trace: true });
  const when = (): boolean => {
    throw new Error('x');
  };
  hooks.addHook('preToolCall', () => undefined, { name: 'broken', when });
  await gateCall(hooks);
  expect(records[0]!.steps).toMatchObject([
    { hook: 'broken', decision: 'deny', code: 'hook_failed' },
  ]);
});
