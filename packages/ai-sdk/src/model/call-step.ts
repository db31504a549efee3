import { andThen, whyUnnamed } from '@interpose/adapter-kit';
import type { MaybePromise, ModelRequest, ModelResponse, Part } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { showNamedModel } from '../coverage/inventory.ts';
import { modelFor } from '../targets/named-model.ts';
import { callModel } from '../targets/tags.ts';
import { partOfGeneration } from '../translate/file-data.ts';
import type {
  NativeContent,
  NativeMessage,
  NativeParams,
  NativePromptPart,
  NativeResult,
  NativeStreamPart,
  NativeStreamResult,
  SpecificationVersion,
} from '../translate/native.ts';
import { blockOrigins, contentOrigins } from '../translate/origins.ts';
import { requestFromContract } from '../translate/request-from-contract.ts';
import { endOfGeneration } from '../translate/response-from-contract.ts';
import { readRequest, type ModelCall } from './model-call.ts';

/**
 * The parts of a model call that are the same with and without streaming. It is a class because an object literal would
 * create its closures again for every call.
 */
export class CallStep {
  readonly native: NativeParams;
  protected readonly chat: Chat;
  protected readonly asked: ModelCall;
  #read: ModelRequest | undefined;

  constructor(chat: Chat, asked: ModelCall, native: NativeParams) {
    this.native = native;
    this.chat = chat;
    this.asked = asked;
  }

  /** An arrow function, because the model cycle calls it without its object. */
  readonly unsupported = (changed: ModelRequest): string | undefined =>
    whyUnnamed(changed, this.request());

  request(): ModelRequest {
    return (this.#read ??= this.reread());
  }

  reread(): ModelRequest {
    return readRequest(this.asked, this.native);
  }

  continues(response: ModelResponse): boolean {
    return EXECUTING.has(response.finishReason) && response.content.some(runsHere);
  }

  /** Asks the model, or another one that hooks named, with the request as they left it. */
  protected ask(
    method: 'doGenerate' | 'doStream',
    changed: ModelRequest | undefined,
    original: ModelRequest | undefined,
    sent: (params: NativeParams) => NativeParams = asTheyAre,
  ): MaybePromise<unknown> {
    const { model, seam } = this.asked;
    if (changed === undefined) return callModel(seam.run, model, method, sent(this.native));
    const target = modelFor(changed.model, model);
    const native = requestFromContract(
      changed,
      original ?? this.request(),
      this.native,
      target.specificationVersion,
    );
    const version = model.specificationVersion;
    return andThen(showNamedModel(this.chat, this.asked, target), () => {
      if (target.specificationVersion === version)
        return callModel(seam.run, target, method, sent(native));
      const asked = sent(promptInGeneration(native, target.specificationVersion));
      return callModel(seam.run, target, method, asked).then((given) =>
        inGeneration(given, version),
      );
    });
  }
}

/** Returns the request as a model of this generation reads it: parts that hooks left alone are of the app's own. */
function promptInGeneration(params: NativeParams, version: SpecificationVersion): NativeParams {
  const messages: readonly NativeMessage[] = params.prompt;
  const prompt = messages.map((message) => {
    if (typeof message.content === 'string') return message;
    const parts: readonly NativePromptPart[] = message.content;
    return { ...message, content: parts.map((part) => partOfGeneration(part, version)) };
  });
  return { ...params, prompt } as unknown as NativeParams; // only the data of files is written anew
}

/** Returns the answer of a model of another generation as the SDK reads it, which knows the generation of the app's. */
function inGeneration(given: unknown, version: SpecificationVersion): unknown {
  const answer = given as NativeResult | NativeStreamResult;
  if (!('stream' in answer)) {
    const content = answer.content.map((part: NativeContent) => partOfGeneration(part, version));
    return { ...endOfGeneration(answer, version), content };
  }
  const parts = answer.stream as ReadableStream<NativeStreamPart>;
  const ends = new TransformStream<NativeStreamPart, NativeStreamPart>({
    transform: (part, out) =>
      out.enqueue(
        part.type === 'finish' ? endOfGeneration(part, version) : partOfGeneration(part, version),
      ),
  });
  return { ...answer, stream: parts.pipeThrough(ends) };
}

function asTheyAre(params: NativeParams): NativeParams {
  return params;
}

/** The finish reasons after which the AI SDK executes tools. */
const EXECUTING: ReadonlySet<string | undefined> = new Set(['stop', 'tool-calls', undefined]);

/** Whether the app executes this call, and not the provider. */
function runsHere(part: Part): boolean {
  if (part.type !== 'tool-call') return false;
  const native = contentOrigins.of(part) ?? blockOrigins.of(part)?.at(-1);
  return native === undefined || !('providerExecuted' in native && native.providerExecuted);
}
