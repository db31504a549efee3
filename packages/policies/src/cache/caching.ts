import type {
  BaseContext,
  Context,
  DecisionRecord,
  Disposer,
  Hooks,
  MaybePromise,
  ModelRequest,
  ModelResponse,
  ToolCall,
} from '@interpose/core';

import { AnswerStore } from './answer-store.ts';
import type { CacheOptions } from './cache-options.ts';
import { askedOf, isDeterministic, keptOf, responseIn } from './cached-response.ts';
import { besideRequest, readsMore } from './unseen-input.ts';

type Step = Pick<BaseContext, 'metadata'>;

/** The key of an answer, and the chat that asked: another chat can ask with the same object. */
interface Asked {
  readonly chatId: string;
  readonly key: string;
}

/** An answer that is kept once every policy has let it through. */
interface Taken {
  readonly key: string;
  readonly text: string;
}

/**
 * Looks for an answer before a step and takes the answer after it, as the tool or the model gave it: the layers further
 * out judge it again every time it is served.
 */
export class Caching {
  readonly #options: CacheOptions;
  readonly #answers: AnswerStore;
  /** The key of the answer to this call or request. A call or request that a later hook replaced has no key. */
  readonly #asked = new WeakMap<ToolCall | ModelRequest, Asked>();
  readonly #taken = new WeakMap<object, Taken>();

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#answers = new AnswerStore(options);
  }

  async lookForResult(
    ctx: Context<'preToolCall'>,
  ): Promise<{ readonly result: unknown } | undefined> {
    const { call, tool, agent, host } = ctx;
    if (this.#keyFor(call, ctx) !== undefined) return undefined;
    // Tools of one name may come from several servers.
    const from = [tool.origin, tool.server ?? null, tool.scope ?? null];
    const asked = [host.framework, agent.id, from, call.name, call.args];
    const key = await this.#answers.keyOf('tool', ctx, asked);
    if (key === undefined) return undefined;
    this.#asked.set(call, { chatId: ctx.chatId, key });
    const kept = await this.#answers.read(key);
    return kept === undefined ? undefined : { result: kept.answer };
  }

  takeResult(ctx: Context<'onToolCallResult'>): void {
    if (!ctx.synthetic && !isFailure(ctx.result))
      this.#take(ctx, this.#keyFor(ctx.call, ctx), ctx.result);
  }

  async lookForResponse(
    ctx: Context<'preRequest'>,
  ): Promise<{ readonly response: ModelResponse } | undefined> {
    const { request, agent, host } = ctx;
    if (!this.#mayServe(ctx) || readsMore(request, host)) return undefined;
    const asker = [host.framework, agent.id, agent.model ?? null, agent.provider ?? null];
    const key = await this.#answers.keyOf('request', ctx, [
      ...asker,
      besideRequest(host),
      askedOf(request),
    ]);
    if (key === undefined) return undefined;
    this.#asked.set(request, { chatId: ctx.chatId, key });
    const kept = await this.#answers.read(key);
    const response = kept === undefined ? undefined : responseIn(kept.answer);
    return response === undefined ? undefined : { response };
  }

  takeResponse(ctx: Context<'onResponse'>): void {
    if (!ctx.synthetic) this.#take(ctx, this.#keyFor(ctx.request, ctx), keptOf(ctx.response));
  }

  /** Keeps the taken answers that every policy let through. */
  watch(hooks: Hooks, events: readonly ('onToolCallResult' | 'onResponse')[]): Disposer {
    const keep = (ctx: Step, record?: DecisionRecord): MaybePromise<void> => {
      const taken = this.#taken.get(ctx.metadata);
      return taken === undefined || !wasLetThrough(record)
        ? undefined
        : this.#answers.keep(taken.key, taken.text);
    };
    const disposers = events.map((event) => hooks.observe(event, keep, { name: 'cache/keep' }));
    const dispose = (): void => disposers.forEach((each) => each());
    return Object.assign(dispose, { [Symbol.dispose]: dispose });
  }

  #take({ metadata }: Step, key: string | undefined, answer: unknown): void {
    const text = key === undefined ? undefined : this.#answers.textOf(answer);
    if (key !== undefined && text !== undefined) this.#taken.set(metadata, { key, text });
  }

  #keyFor(asked: ToolCall | ModelRequest, { chatId }: BaseContext): string | undefined {
    const known = this.#asked.get(asked);
    return known?.chatId === chatId ? known.key : undefined;
  }

  #mayServe(ctx: Context<'preRequest'>): boolean {
    const { requests } = this.#options;
    if (typeof requests === 'function') return requests(ctx);
    return requests === 'all' || (requests === 'deterministic' && isDeterministic(ctx.request));
  }
}

/** Whether a result is a failure: MCP servers return failures as results. */
function isFailure(result: unknown): boolean {
  return (Object(result) as { readonly isError?: unknown }).isError === true;
}

function wasLetThrough(record: DecisionRecord | undefined): boolean {
  if (record === undefined) return false;
  if (record.decision === 'ask') return record.settled === 'approved';
  return record.decision === 'allow' || record.decision === 'modify';
}
