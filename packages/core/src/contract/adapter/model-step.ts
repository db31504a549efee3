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
  /** Returns the request in the contract's form. It is called at most once, and only if somebody reads the request. */
  request(): ModelRequest;
  /** Returns why the host cannot carry out this change, if so: it is then denied with `modify_unsupported`. */
  readonly unsupported?: ((changed: ModelRequest) => MaybePromise<string | undefined>) | undefined;
  /**
   * Reads the request again from the host's objects. It is called only after a wait, since the app may have changed
   * them meanwhile; absent if nobody can. Where there is such a function, answers are compared in the same way.
   */
  reread?(): ModelRequest;
  /**
   * Calls the model. `changed` is given only if the request has to differ from the host's own object, which is sent
   * otherwise. `original` is what the host's object says now, to compare `changed` with; by default what `request`
   * returned.
   */
  call(changed: ModelRequest | undefined, original?: ModelRequest): MaybePromise<Native>;
  /** Returns the native answer in the contract's form. It is called only if somebody reads the answer. */
  response(native: Native): ModelResponse;
  /** Whether the app, not the provider, will run tool calls of this response, so that it is not the final answer. */
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
      /** The host's own answer; absent if a verdict supplied the response. */
      readonly native?: Native;
      /** Given if a hook changed or supplied the answer, so that it has to be converted to the host's form. */
      readonly changed?: ModelResponse;
    }
  | {
      readonly kind: 'error';
      readonly error: Failure;
      /** The error as the host threw it; absent if a verdict changed or supplied the error. */
      readonly thrown?: unknown;
    }
  | Refused;

/**
 * A refusal, in which the chat ends.
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
  /** Whether the caller gets a `DeniedError`: for a denied provider error, or with `onDeny: 'throw'`. */
  readonly throws: boolean;
}
