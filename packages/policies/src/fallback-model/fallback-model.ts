import {
  type AllowVerdict,
  checkOptions,
  type Context,
  definePolicy,
  type HookReturn,
  InterposeError,
  type ModelResponse,
  type OptionKind,
  type Policy,
  type PolicyHooks,
  retry,
  type RetryVerdict,
} from '@interpose/core';

import { checkFallbacks, type AskedModel, type Fallback } from './fallback.ts';
import { isProviderFailure } from './is-provider-failure.ts';
import { Turns, type Turn } from './turns.ts';

const OPTIONS = {
  when: 'function',
  responses: 'any',
  holdStreams: 'boolean',
  stay: 'any',
  byName: 'boolean',
  timeoutMs: 'any',
} satisfies Record<keyof FallbackModelOptions, OptionKind>;

/**
 * Options of `fallbackModel`.
 *
 * @example
 * const options: FallbackModelOptions = { responses: ['empty'], stay: 'chat' };
 */
export interface FallbackModelOptions {
  /** Which failures go on with the next model: only `true` does. Default: 408, 425, 429, 5xx and lost connections. */
  readonly when?: (ctx: Context<'onRequestError'>) => boolean;
  /** Answers that count as failures: `empty`, or `refused` by a content filter; any holds streams. Default: none. */
  readonly responses?: readonly ('empty' | 'refused')[];
  /** True: streams are held until their end, so that a stream that breaks midway goes on too. Default: false. */
  readonly holdStreams?: boolean;
  /** `request`: every model call begins with the app's own model; `chat`: with the model the last call ended with. */
  readonly stay?: 'request' | 'chat';
  /** Whether this SDK can switch to a model by its name. Default: true on the AI SDK and the openai client. */
  readonly byName?: boolean;
  /** Milliseconds that `ask` may take. Default: 120000. */
  readonly timeoutMs?: number;
}

/** The SDKs that find every model by a name that hooks give. Others find only some, and deny where they cannot. */
const BY_NAME: ReadonlySet<string> = new Set(['ai-sdk', 'openai']);

/**
 * Goes on with the next model of a list when a provider fails; never with one that is not on the list.
 *
 * @example
 * const hooks = createHooks({ policies: [fallbackModel(['model-b', 'model-c'])], retries: 2 });
 * @throws InterposeError `invalid_option` for an empty list or a model without a name.
 */
export function fallbackModel(models: readonly Fallback[], options?: FallbackModelOptions): Policy;
export function fallbackModel(
  models: readonly Fallback[],
  options: FallbackModelOptions = {},
  ...more: readonly unknown[]
): Policy {
  checkOptions('fallbackModel', options, OPTIONS, more);
  const fallbacks = checkFallbacks(models);
  const { responses = [], holdStreams = false, timeoutMs = 120_000, when = mayPass } = options;
  checkFallbackOptions(options);
  const turns = new Turns(options.stay === 'chat');
  const end = (ctx: { readonly chatId: string }): void => turns.end(ctx);
  const holds = holdStreams || responses.length > 0;
  return definePolicy({
    name: 'fallback-model',
    version: '1.0.0',
    hooks: {
      preRequest: {
        // Runs last, so that the app's own model gets a request that every other hook let through.
        priority: 100_000,
        timeoutMs,
        run: (ctx) => begin(ctx, fallbacks, turns.begin(ctx)),
      },
      onRequestError: (ctx) => {
        const turn = turns.of(ctx);
        const passes: unknown = when(ctx);
        if (turn === undefined || passes !== true || (turn.started && !holds)) return undefined;
        return goOn(ctx, fallbacks, turn, options.byName);
      },
      ...watchAnswers(fallbacks, turns, options, holds),
      onChatDone: end,
      onChatAbort: end,
      onChatError: end,
    },
  });
}

/** Returns the hook that sees answers: whole ones where streams are held; elsewhere it notes that a stream began. */
function watchAnswers(
  fallbacks: readonly Fallback[],
  turns: Turns,
  { responses = [], byName }: FallbackModelOptions,
  holds: boolean,
): PolicyHooks {
  if (!holds)
    return { onResponseDelta: { stream: 'observe', run: (ctx) => noteStart(turns.of(ctx)) } };
  return {
    onResponse: (ctx) => {
      const turn = turns.of(ctx);
      if (turn === undefined || (ctx.synthetic && !turn.asked)) return undefined;
      const failed = responses.some((kind) => isOfKind(kind, ctx.response));
      return failed ? goOn(ctx, fallbacks, turn, byName) : undefined;
    },
  };
}

function begin(
  ctx: Context<'preRequest'>,
  fallbacks: readonly Fallback[],
  turn: Turn,
): HookReturn<'preRequest'> | Promise<HookReturn<'preRequest'>> {
  const fallback = fallbacks[turn.index - 1];
  if (fallback === undefined) return undefined;
  const { request } = ctx;
  if (typeof fallback !== 'string') {
    turn.asked = true;
    return ask(ctx, fallback);
  }
  return request.model === fallback ? undefined : { request: { ...request, model: fallback } };
}

async function ask(
  ctx: Context<'preRequest'>,
  fallback: AskedModel,
): Promise<HookReturn<'preRequest'>> {
  try {
    return { response: await fallback.ask({ ...ctx.request, model: fallback.model }, ctx) };
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    return { error: error instanceof Error ? error : { message: String(error) } };
  }
}

/** Goes on to the next model that this SDK can reach. The record says so when no such model is left. */
function goOn(
  { can, host }: Context<'onRequestError'> | Context<'onResponse'>,
  fallbacks: readonly Fallback[],
  turn: Turn,
  byName: boolean = BY_NAME.has(host.framework),
): RetryVerdict | AllowVerdict | undefined {
  const rest = fallbacks.slice(turn.index);
  const next = rest.findIndex((fallback) => byName || typeof fallback !== 'string');
  if (rest.length === 0) return undefined;
  if (next === -1 || !can.includes('retry'))
    return { decision: 'allow', code: 'fallback_unsupported' };
  turn.index += next + 1;
  turn.goesOn = true;
  return retry();
}

function noteStart(turn: Turn | undefined): undefined {
  if (turn !== undefined) turn.started = true;
  return undefined;
}

function mayPass({ error }: Context<'onRequestError'>): boolean {
  return isProviderFailure(error);
}

function isOfKind(kind: 'empty' | 'refused', { content, finishReason }: ModelResponse): boolean {
  if (kind === 'refused') return finishReason === 'content-filter';
  return content.every(
    (part) => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === ''),
  );
}

function checkFallbackOptions({
  responses = [],
  stay = 'request',
  timeoutMs = 0,
}: FallbackModelOptions): void {
  const kinds: readonly string[] = ['empty', 'refused'];
  const wrong =
    !Array.isArray(responses) || responses.some((kind: string) => !kinds.includes(kind));
  if (wrong) throw invalid('responses', 'a list of empty and refused');
  if (stay !== 'request' && stay !== 'chat') throw invalid('stay', 'request or chat');
  if (typeof timeoutMs !== 'number' || !(timeoutMs >= 0))
    throw invalid('timeoutMs', 'milliseconds');
}

function invalid(option: string, remedy: string): InterposeError {
  return new InterposeError(
    'invalid_option',
    `${option} of fallbackModel is unknown`,
    `pass ${remedy}`,
  );
}
