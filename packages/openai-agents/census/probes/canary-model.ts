import { canaries, type ProbeRun } from '@interpose/testing/probes';
import type { Model, ModelRequest, ModelResponse } from '@openai/agents-core';

import { says, type Item } from '../../test/memory-model.ts';
import type { Sdk } from '../../test/sdk-versions.ts';

/** What a model of a probe answers, request by request; the last answer is given again. */
export type Script = readonly (readonly Item[])[];

const metadata = { secret: canaries.metadata };

/** The call that most probes make. */
export const refundCall: Item = {
  type: 'function_call',
  callId: 'c1',
  name: 'refund',
  arguments: '{"euros":5}',
  status: 'completed',
};

/** An answer that asks for these calls, and says something before. */
export function asking(...calls: readonly Item[]): readonly Item[] {
  return [reasons(canaries.firstReasoning), carrying(canaries.firstText), ...calls];
}

/** The answer that ends a run. */
export const final: readonly Item[] = [
  reasons(canaries.finalReasoning),
  carrying(canaries.finalText),
];

/** A message of which every field carries a canary. */
export function carrying(text: string): Item {
  return { ...says(text), providerData: metadata };
}

function reasons(text: string): Item {
  return { type: 'reasoning', content: [{ type: 'input_text', text }], providerData: metadata };
}

/** A model in memory of which every field carries a canary; a class, as those of providers are. */
export class CanaryModel implements Model {
  readonly #sdk: Sdk;
  readonly #run: ProbeRun;
  readonly #turns: Script;
  #requests = 0;

  constructor(sdk: Sdk, run: ProbeRun, turns: Script = [asking(refundCall), final]) {
    this.#sdk = sdk;
    this.#run = run;
    this.#turns = turns;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const usage = new this.#sdk.Usage({ ...tokens, requests: 1 });
    const ids = { responseId: 'resp_probe', requestId: 'req_probe' };
    const output = this.#next(request);
    return { usage, output, ...ids, providerData: { body: structuredClone(output) } };
  }

  async *getStreamedResponse(request: ModelRequest): ReturnType<Model['getStreamedResponse']> {
    const output = this.#next(request);
    yield { type: 'response_started', providerData: {} };
    for (const delta of textsOf(output)) {
      yield { type: 'output_text_delta', delta, providerData: { raw: delta } };
      yield { type: 'model', event: { raw: delta } };
    }
    const ended = { id: 'resp_probe', usage: tokens, output: output as never };
    yield {
      type: 'response_done',
      response: { ...ended, providerData: { body: structuredClone(output) } },
    };
  }

  #next({ input, systemInstructions }: ModelRequest): Item[] {
    this.#run.requested(structuredClone({ input, systemInstructions }));
    const turn = this.#turns[Math.min(this.#requests, this.#turns.length - 1)]!;
    this.#requests += 1;
    return structuredClone([...turn]);
  }
}

const tokens = { inputTokens: 3, outputTokens: 5, totalTokens: 8 };

function textsOf(output: readonly Item[]): string[] {
  return output.flatMap((item) =>
    item.type === 'message' && item.role === 'assistant'
      ? item.content.flatMap((piece) => (piece.type === 'output_text' ? [piece.text] : []))
      : [],
  );
}
