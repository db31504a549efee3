import { andThen, whyUnnamed } from '@interpose/adapter-kit';
import type { MaybePromise, ModelRequest, ModelResponse, Part } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { showNamedModel } from '../coverage/inventory.ts';
import { modelFor } from '../targets/named-model.ts';
import { callModel } from '../targets/tags.ts';
import type {
  NativeParams,
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
    const isOther = (target.specificationVersion === 'v2') !== (version === 'v2');
    return andThen(showNamedModel(this.chat, this.asked, target), () => {
      const answered = callModel(seam.run, target, method, sent(native));
      return isOther ? answered.then((given) => inGeneration(given, version)) : answered;
    });
  }
}

/** Returns the answer of a model of another generation as the SDK reads it, which knows the generation of the app's. */
function inGeneration(given: unknown, version: SpecificationVersion): unknown {
  const answer = given as NativeResult | NativeStreamResult;
  if (!('stream' in answer)) return endOfGeneration(answer, version);
  const parts = answer.stream as ReadableStream<NativeStreamPart>;
  const ends = new TransformStream<NativeStreamPart, NativeStreamPart>({
    transform: (part, out) =>
      out.enqueue(part.type === 'finish' ? endOfGeneration(part, version) : part),
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
