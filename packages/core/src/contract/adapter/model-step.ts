import type { Denial } from '../decisions/outcome.ts';
import type { MaybePromise } from '../hooks/store.ts';
import type { Failure, ModelRequest, ModelResponse } from '../values/index.ts';

/**
 * One model call, as an adapter describes it to `modelCycle`.
 *
 * @example
 * const step: ModelStep<string> = {
 *   request: () => ({ messages: [] }),
 *   call: () => 'hello',
 *   response: (text) => ({ content: [{ type: 'text', text }] }),
 *   continues: () => false,
 * };
 * await modelCycle(chat, step);
 */
export interface ModelStep<Native> {
  /** The request in the contract's values; called at most once, and only when somebody looks. */
  request(): ModelRequest;
  /** Why the host cannot carry out this change of the request, where it cannot: then it is denied with `modify_unsupported`. */
  readonly unsupported?: ((changed: ModelRequest) => MaybePromise<string | undefined>) | undefined;
  /** Performs the call; `changed` is given only when a hook changed the request, else the host's own object goes out. */
  call(changed: ModelRequest | undefined): MaybePromise<Native>;
  /** The native answer in the contract's values; called only when somebody looks. */
  response(native: Native): ModelResponse;
  /** True when the app, not the provider, will execute calls of this response: then it is not the final answer. */
  continues(response: ModelResponse): boolean;
  /** The host's object for `ctx.host.native`. */
  readonly native?: unknown;
}

/**
 * How a model call ended.
 *
 * @example
 * const textOfOutcome = (outcome: ModelOutcome<string>): string => (outcome.kind === 'denied' ? outcome.text : outcome.kind);
 * textOfOutcome({ kind: 'response', native: 'hello' }); // => 'response'
 */
export type ModelOutcome<Native> =
  | {
      readonly kind: 'response';
      /** The host's own answer; absent when a verdict supplied the response. */
      readonly native?: Native;
      /** Given when the answer must be re-encoded: a hook changed or supplied it. */
      readonly changed?: ModelResponse;
    }
  | {
      readonly kind: 'error';
      readonly error: Failure;
      /** What the host threw, untouched; absent when a verdict changed or supplied the error. */
      readonly thrown?: unknown;
    }
  | Refused;

/**
 * The chat ends in a refusal.
 *
 * @example
 * const finish = ({ throws, denial, text }: Refused): string => {
 *   if (throws) throw new DeniedError(denial);
 *   return text;
 * };
 */
export interface Refused {
  readonly kind: 'denied';
  readonly denial: Denial;
  /** The text of the refusal: the verdict's `message`, else `Blocked by policy.` */
  readonly text: string;
  /** True when the caller gets a `DeniedError`: a denied provider error, or `onDeny: 'throw'`. */
  readonly throws: boolean;
}
