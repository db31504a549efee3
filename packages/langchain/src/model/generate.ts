import { getBufferString } from '@langchain/core/messages';
import { InterposeError, type ModelResponse } from '@interpose/core';
import { cloneWith, isThenable, withoutAnswer } from '@interpose/adapter-kit';
import { modelCycle, type ModelOutcome, type ModelStep } from '@interpose/core/adapter';
import { HeldTokens } from './held-tokens.ts';
import { AskedModel, wantsError, type ModelCall } from './model-call.ts';
import { prepareRequest } from './offer-tools.ts';
import type { ChatRun } from '../run/host-run.ts';
import { keepUnparsed, noteCalls, unparsedParts } from '../tools/waiting-calls.ts';
import type { Generation, GenerationResult, NativeModel, RunManager } from '../translate/native.ts';
import { refusalMessage } from '../translate/refusal.ts';
import type { NativeRequest } from '../translate/request-to-contract.ts';
import {
  generationOf,
  responseFromContract,
  withoutContent,
} from '../translate/response-from-contract.ts';
import { responseToContract } from '../translate/response-to-contract.ts';

/** Takes one model call that is not streamed through the hooks of its run. */
export async function generateThrough(call: ModelCall): Promise<GenerationResult> {
  const preparing = prepareRequest(call);
  const prepared = isThenable(preparing) ? await preparing : preparing;
  const step = new GenerateStep(call, prepared);
  const outcome = await modelCycle(call.run.chat, step);
  const result = resultOf(call.run, outcome, call);
  const isUntouched = outcome.kind === 'response' && outcome.changed === undefined;
  const telling = step.tokens.settle(result.generations[0]?.text ?? '', isUntouched);
  if (telling !== undefined) await telling;
  return result;
}

class GenerateStep extends AskedModel<GenerationResult> implements ModelStep<GenerationResult> {
  readonly tokens: HeldTokens;

  constructor(asked: ModelCall, prepared: NativeRequest) {
    super(asked, prepared);
    this.tokens = new HeldTokens(asked.runManager, asked.run.chat);
  }

  response({ generations: [generation] }: GenerationResult): ModelResponse {
    const { run } = this.asked;
    return responseToContract(
      generation!.message,
      generation!.generationInfo,
      run.copy,
      (message) => unparsedParts(run, message),
    );
  }

  protected async ask(target: NativeModel, sent: NativeRequest): Promise<GenerationResult> {
    this.tokens.restart();
    const result = await generateCached(target, sent, this.tokens.runManager);
    return one(keepUnparsed(this.asked.run, result));
  }
}

function resultOf(
  run: ChatRun,
  outcome: ModelOutcome<GenerationResult>,
  { options }: ModelCall,
): GenerationResult {
  if (outcome.kind !== 'response')
    return withoutAnswer(run, outcome, wantsError(run, options), (text) => ({
      generations: [generationOf(refusalMessage(text))],
    }));
  const { native, changed } = outcome;
  const answered = native?.generations[0]?.message;
  if (changed === undefined && native !== undefined) {
    noteCalls(run, answered);
    return native;
  }
  const message = responseFromContract(changed ?? { content: [] }, answered);
  noteCalls(run, message);
  const generations = [generationOf(message)];
  return native === undefined
    ? { generations }
    : { llmOutput: withoutContent(native.llmOutput), generations };
}

/** Returns the result if it has exactly one answer. Hooks judge one answer, so more answers would pass unseen. */
function one(result: GenerationResult): GenerationResult {
  if (result.generations.length === 1) return result;
  throw new InterposeError(
    'answers_unsupported',
    `the model gave ${result.generations.length} answers at once, and hooks judge one`,
    'ask for one answer (n: 1), or call the model several times',
  );
}

/** LangChain's interface of a cache of answers. */
interface AnswerCache {
  lookup(prompt: string, key: string): Promise<readonly Generation[] | null>;
  update(prompt: string, key: string, generations: readonly Generation[]): Promise<void>;
}

/** Calls the model, or takes the answer from the model's own cache, which never gets what hooks made of an answer. */
async function generateCached(
  model: NativeModel,
  { messages, options }: NativeRequest,
  runManager: RunManager | undefined,
): Promise<GenerationResult> {
  const cache = model['cache'] as AnswerCache | undefined;
  const keyOf = model['_getSerializedCacheKeyParametersForCall'];
  if (typeof cache?.lookup !== 'function' || typeof keyOf !== 'function')
    return model['_generate'](messages, options, runManager);
  const key = String(Reflect.apply(keyOf as () => unknown, model, [options]));
  const prompt = getBufferString([...messages]);
  const hit = await cache.lookup(prompt, key);
  if (hit !== null && hit !== undefined && hit.length > 0) return { generations: hit.map(unpaid) };
  const result = await model['_generate'](messages, options, runManager);
  await cache.update(prompt, key, result.generations);
  return result;
}

/** Returns an answer from the cache as LangChain does: it used no tokens this time. */
function unpaid(hit: Generation): Generation {
  const usage_metadata = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  return { ...hit, message: cloneWith(hit.message, { usage_metadata }) };
}
