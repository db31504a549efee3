import { endWhenForgotten, isThenable, streamOf, withoutAnswer } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import { streamCycle, type PartSource, type StreamCodec } from '@interpose/core/adapter';
import { overDefaults, withDefaults } from '../model/default-options.ts';
import { mutedRunManager } from '../model/held-tokens.ts';
import { AskedModel, wantsError, type ModelCall } from '../model/model-call.ts';
import { prepareRequest } from '../model/offer-tools.ts';
import { modelUse, openStandalone, type ModelSeam } from '../run/open-run.ts';
import { runAround } from '../run/settle-run.ts';
import type { ChatRun } from '../run/host-run.ts';
import { chunksOf } from './chunk-source.ts';
import { chunkCodec, isThrown, type StreamPart } from './codec.ts';
import { SaidTexts } from './said-texts.ts';
import { ToolChunks } from './tool-chunks.ts';
import type { GenerationChunk, NativeModel, RunManager } from '../translate/native.ts';
import { refusalChunk } from '../translate/refusal.ts';
import type { NativeRequest } from '../translate/request-to-contract.ts';

type StandaloneCall = Omit<ModelCall, 'run' | 'seam'>;

/** Streams one model call inside the surrounding run, else inside a new chat. */
export async function* streamInRun(
  seam: ModelSeam,
  given: StandaloneCall,
): AsyncGenerator<GenerationChunk, void> {
  const { model, runManager } = given;
  const call = { ...given, options: withDefaults(model, given.options) };
  const surrounding = await runAround(seam.hooks, seam.tools);
  const run =
    surrounding ?? (await openStandalone(seam, modelUse(seam, model, call, 'model.stream')));
  const outlet = new ToolChunks(run);
  // A generator that an app leaves at a chunk and forgets never ends. `outlet` lives just as long, so watch that.
  if (surrounding === undefined) endWhenForgotten(outlet, run);
  const said = run.chat.intercepts('onResponseDelta') ? new SaidTexts() : undefined;
  const tokens = new ToldTokens(runManager);
  let reader: PartReader | undefined;
  const ended = surrounding === undefined ? endWith(call.options.signal, run) : undefined;
  try {
    reader = (await openThrough({ ...call, run, seam }, said, tokens)).getReader();
    for (let isOver = false; !isOver;) {
      const read = await reader.read();
      isOver = read.done;
      for (const chunk of read.done ? rest(said, outlet) : lettingOut(read.value, said, outlet)) {
        yield chunk;
        const telling = tokens.left(chunk);
        if (telling !== undefined) await telling;
      }
    }
    if (surrounding === undefined) await run.done();
  } catch (error) {
    await leave(reader);
    if (surrounding === undefined) await run.failed(error);
    throw error;
  } finally {
    ended?.();
    await leave(reader);
    if (surrounding === undefined)
      await run.aborted(new DOMException('The stream was cancelled.', 'AbortError'));
  }
}

/** Ends a run when its signal aborts. Older versions of LangChain then stop reading without telling the generator. */
function endWith(signal: AbortSignal | undefined, run: ChatRun): () => void {
  const end = (): void => void Promise.resolve(run.aborted(signal?.reason)).catch(() => undefined);
  signal?.addEventListener('abort', end, { once: true });
  return () => signal?.removeEventListener('abort', end);
}

type PartReader = ReturnType<PartSource<StreamPart>['getReader']>;

async function leave(reader: PartReader | undefined): Promise<void> {
  await reader?.cancel().catch(() => undefined);
}

/** Returns the chunks that may leave with this part. */
function lettingOut(
  part: StreamPart,
  said: SaidTexts | undefined,
  outlet: ToolChunks,
): readonly GenerationChunk[] {
  if (isThrown(part)) throw part.thrown;
  if (said !== undefined) return takeAll(outlet, said.leave(part));
  return outlet.take(part as GenerationChunk);
}

function rest(said: SaidTexts | undefined, outlet: ToolChunks): readonly GenerationChunk[] {
  return [...takeAll(outlet, said?.end()), ...outlet.flush()];
}

function takeAll(
  outlet: ToolChunks,
  chunks: readonly GenerationChunk[] = [],
): readonly GenerationChunk[] {
  const [first] = chunks;
  return chunks.length === 1 ? outlet.take(first!) : chunks.flatMap((chunk) => outlet.take(chunk));
}

/**
 * Reports tokens of the chunks that left, if the model reports tokens: most models do so after each chunk, some never.
 * A report by the model itself would come before the hooks have seen the chunk.
 */
class ToldTokens {
  readonly muted: RunManager | undefined;
  readonly #own: RunManager | undefined;
  #isTelling = false;
  readonly #untold: GenerationChunk[] = [];

  constructor(runManager: RunManager | undefined) {
    this.#own = runManager;
    this.muted = runManager && mutedRunManager(runManager, () => this.begin());
  }

  begin(): MaybePromise<void> {
    this.#isTelling = true;
    return this.#tell();
  }

  left(chunk: GenerationChunk): MaybePromise<void> {
    if (this.#own === undefined) return;
    if (this.#isTelling && this.#untold.length === 0) return this.#tellOf(chunk);
    this.#untold.push(chunk);
    return this.#isTelling ? this.#tell() : undefined;
  }

  #tell(): MaybePromise<void> {
    return this.#untold.length === 0 ? undefined : this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    for (const chunk of this.#untold.splice(0)) await this.#tellOf(chunk);
  }

  #tellOf(chunk: GenerationChunk): MaybePromise<void> {
    const { prompt = 0, completion = 0 } = chunk.generationInfo ?? {};
    const place = { prompt, completion };
    const fields = { chunk };
    return this.#own?.handleLLMNewToken?.(
      chunk.text,
      place,
      undefined,
      undefined,
      undefined,
      fields,
    );
  }
}

/** One model call that is streamed. */
class StreamedModel extends AskedModel<PartSource<StreamPart>> {
  readonly codec: StreamCodec<StreamPart>;
  readonly #said: SaidTexts | undefined;
  readonly #tokens: RunManager | undefined;
  isAsked = false;

  constructor(
    asked: ModelCall,
    prepared: NativeRequest,
    said: SaidTexts | undefined,
    tokens: RunManager | undefined,
  ) {
    super(asked, prepared);
    this.codec = chunkCodec(asked.run, asked.options, said);
    this.#said = said;
    this.#tokens = tokens;
  }

  protected ask(target: NativeModel, sent: NativeRequest): Promise<PartSource<StreamPart>> {
    this.isAsked = true;
    const options = overDefaults(target, sent.options);
    const chunks = target['_streamResponseChunks'](sent.messages, options, this.#tokens);
    return chunksOf(chunks, this.#said);
  }
}

async function openThrough(
  call: ModelCall,
  said: SaidTexts | undefined,
  tokens: ToldTokens,
): Promise<PartSource<StreamPart>> {
  const { run } = call;
  const preparing = prepareRequest(call);
  const prepared = isThenable(preparing) ? await preparing : preparing;
  const step = new StreamedModel(call, prepared, said, tokens.muted);
  const outcome = await streamCycle<StreamPart, PartSource<StreamPart>>(run.chat, step);
  // Hooks answered in place of the model, which then cannot say whether it reports tokens.
  if (!step.isAsked) await tokens.begin();
  if (outcome.kind === 'stream') return outcome.stream;
  return withoutAnswer(run, outcome, wantsError(run, call.options), (text) =>
    streamOf<StreamPart>([refusalChunk(text, undefined)]),
  );
}
