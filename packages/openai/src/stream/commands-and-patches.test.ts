import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';

const at = { output_index: 0 };
const PATCH = 'response.apply_patch_call_operation_diff';
const SHELL = 'response.shell_call_command';

const patch = (diff: string) => {
  const operation = { type: 'update_file', path: 'a', diff };
  return { type: 'apply_patch_call', id: 'a', call_id: 'c', operation };
};
const shell = (...commands: string[]) => {
  return { type: 'shell_call', id: 's', call_id: 'd', action: { commands, timeout_ms: null } };
};
const command = (index: number, text: string, output_index = 0) => {
  const place = { output_index, command_index: index };
  return [
    { type: `${SHELL}.added`, ...place, command: '' },
    { type: `${SHELL}.delta`, ...place, delta: text },
    { type: `${SHELL}.done`, ...place, command: text },
  ];
};

function streamOf(...items: (readonly [begun: object, told: readonly object[], ended: object])[]) {
  const events = items.flatMap(([begun, told, item], output_index) => [
    { type: 'response.output_item.added', output_index, item: begun },
    ...told,
    { type: 'response.output_item.done', output_index, item },
  ]);
  const output = items.map(([, , item]) => item);
  return [
    ...events,
    { type: 'response.completed', response: { id: 'r', status: 'completed', output } },
  ];
}

const diffs = [
  { type: `${PATCH}.delta`, ...at, item_id: 'a', delta: '+Te' },
  { type: `${PATCH}.delta`, ...at, item_id: 'a', delta: 'n' },
  { type: `${PATCH}.done`, ...at, item_id: 'a', diff: '+Ten' },
];
const commands = [...command(0, 'echo Ten'), ...command(1, 'ls')];
const streams = [
  ['a patch', streamOf([patch(''), diffs, patch('+Ten')]), '+Six'],
  ['a patch told at its end only', streamOf([patch(''), [], patch('+Ten')]), '+Six'],
  ['commands', streamOf([shell(), commands, shell('echo Ten', 'ls')]), 'echo Six'],
] as const;

test.each(streams)('%s leaves as hooks on deltas change it, also in its item', async (...given) => {
  const [, answer, changed] = given;
  const told = async (by: string | undefined): Promise<string> => {
    const hooks = createHooks();
    const change = ({ delta }: { readonly delta: string }) =>
      by === undefined ? undefined : { delta: delta.replaceAll('Ten', by) };
    hooks.addHook('onResponseDelta', change, { window: 20 });
    return askFetch(hooks, '/responses', answer);
  };
  expect(await told(undefined)).toBe(await askFetch(createHooks(), '/responses', answer));
  const left = await told('Six');
  expect(left).not.toContain('Ten');
  expect(left.split('output_item.done"')[1]).toContain(JSON.stringify(changed));
  expect(left.split('response.completed"')[1]).toContain(JSON.stringify(changed));
});

test('commands keep their texts where another call is denied, and where a hook changes them', async () => {
  const run = [shell(), command(0, 'echo Ten', 1), shell('echo Ten')] as const;
  const answer = streamOf([patch(''), diffs, patch('+Ten')], run);
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) =>
    call.name === 'apply_patch' ? deny('no') : undefined,
  );
  const left = await askFetch(hooks, '/responses', answer);
  expect(left).not.toContain('+Ten');
  expect(left.match(/echo Ten/g)).toHaveLength(4);
  hooks.addHook('preToolCall', ({ call }) => {
    const args = { action: { commands: ['echo Six'] } };
    return call.name === 'shell' ? { call: { ...call, args } } : undefined;
  });
  const changed = await askFetch(hooks, '/responses', answer);
  expect(changed).not.toContain('Ten');
  expect(changed.match(/echo Six/g)).toHaveLength(4);
});
