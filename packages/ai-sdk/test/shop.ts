import { ask, createHooks, type Hooks, type HooksOptions } from '@interpose/core';
import type { ModelMessage } from 'ai';
import { z } from 'zod';

import { withHooks } from '../src/index.ts';
import { memoryModel, type MemoryModel, type MemoryTurn } from './memory-model.ts';
import type { Sdk } from './sdk-versions.ts';

/** The session of every conversation with the shop. */
export const session = { id: 'shop' };

/** What the agent of the shop answered. */
export interface Result {
  readonly text: string;
  readonly content: readonly Part[];
  readonly response: { readonly messages: readonly ModelMessage[] };
  readonly responseMessages?: readonly ModelMessage[];
}

/** A part of an answer. */
export interface Part extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

/** An app with one tool that may need a person. */
export class Shop {
  readonly paid: number[] = [];
  readonly hooks: Hooks;
  readonly memory: MemoryModel;
  readonly #sdk: Sdk;
  readonly #settings: object;
  readonly #tool: object;

  constructor(
    sdk: Sdk,
    {
      hooks = {},
      settings = {},
      tool = {},
      turns,
    }: { hooks?: HooksOptions; settings?: object; tool?: object; turns?: MemoryTurn[] } = {},
  ) {
    this.#sdk = sdk;
    this.hooks = createHooks(hooks);
    this.#settings = settings;
    this.#tool = tool;
    this.memory = memoryModel(
      turns ?? [{ calls: [{ id: 'c1', name: 'refund', args: { euros: 5 } }] }, { text: 'Done.' }],
    );
  }

  async say(messages: readonly ModelMessage[]): Promise<Result> {
    const refund = {
      ...this.#sdk.tool({
        inputSchema: z.object({ euros: z.number() }),
        execute: async ({ euros }) => {
          this.paid.push(euros);
          return 'paid';
        },
      }),
      ...this.#tool,
    };
    const agent = new this.#sdk.ToolLoopAgent({
      model: this.memory.model,
      tools: { refund },
      ...this.#settings,
    });
    const result: unknown = await withHooks(agent, this.hooks, { session }).generate({
      messages,
    } as never);
    return result as Result;
  }

  /** What the model read about the call, at its last request. */
  get told(): unknown {
    const last = this.memory.seen.at(-1)?.prompt.at(-1)?.content as readonly Part[] | undefined;
    return last?.find(({ type }) => type === 'tool-result')?.['output'];
  }
}

/** What the customer says. */
export const question: ModelMessage = { role: 'user', content: 'Pay me.' };

/** The part that asks a person. */
export function pending({ content }: Result): Part | undefined {
  return content.find(
    (part) => part.type === 'tool-approval-request' && part['isAutomatic'] !== true,
  );
}

/** The conversation that goes on with the person's answer. */
export function history(
  result: Result,
  approved: boolean,
  change: (text: string) => string = (text) => text,
): ModelMessage[] {
  const said = JSON.parse(
    change(JSON.stringify(result.responseMessages ?? result.response.messages)),
  ) as ModelMessage[];
  const approvalId = pending(result)?.['approvalId'] as string;
  return [
    question,
    ...said,
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved }] },
  ];
}

/** A shop whose policy asks a person. */
export function askingShop(sdk: Sdk, options: ConstructorParameters<typeof Shop>[1] = {}): Shop {
  const shop = new Shop(sdk, options);
  shop.hooks.addHook('preToolCall', () => ask('refunds need a person'), { name: 'four-eyes' });
  return shop;
}
