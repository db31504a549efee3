import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

/** Reads a streamed answer to its end, and throws an error that comes as a part of it. */
async function settled(asking: Promise<object>): Promise<void> {
  const { fullStream } = (await asking) as { readonly fullStream?: AsyncIterable<object> };
  for await (const part of fullStream ?? []) if ('error' in part) throw part.error;
}

const inputSchema = z.object({});

const kinds: [string, (acted: string[]) => object][] = [
  [
    'callbacks of a tool',
    (acted) => ({
      inputSchema,
      execute: () => 'ran',
      onInputAvailable: () => void acted.push('acted'),
    }),
  ],
  ['client-side tool', () => ({ inputSchema })],
  [
    'provider-executed tool',
    () => ({
      type: 'provider',
      isProviderExecuted: true,
      id: 'openai.web_search',
      name: 'late',
      args: {},
      inputSchema,
    }),
  ],
];

describe.each(sdkVersions)(
  'a tool that joins a call between two steps, on ai $version',
  ({ sdk }) => {
    test.each(kinds)(
      "is refused under require: 'enforced' as at the start: %s",
      async (kind, make) => {
        for (const method of ['generate', 'stream'] as const) {
          const acted: string[] = [];
          const { model, seen } = memoryModel([
            { calls: [{ id: 'c1', name: 'first' }] },
            { calls: [{ id: 'c2', name: 'late' }] },
            { text: 'Done.' },
          ]);
          const tools: Record<string, object> = { first: { inputSchema, execute: () => 'ran' } };
          const prepareStep = ({ stepNumber }: { readonly stepNumber: number }): object => {
            if (stepNumber === 1) tools['late'] = make(acted);
            return {};
          };
          const hooks = createHooks();
          hooks.addHook('preToolCall', ({ call }) =>
            call.name === 'late' ? deny('no') : undefined,
          );
          const settings = { model, tools, prepareStep } as never;
          const agent = withHooks(new sdk.ToolLoopAgent(settings), hooks, { require: 'enforced' });
          const asking: Promise<object> = agent[method]({ prompt: 'Hi' });
          await expect(settled(asking)).rejects.toThrow(new RegExp(`not_enforced.*${kind} late`));
          expect([acted, seen.length]).toEqual([[], 1]);
        }
      },
    );
  },
);
