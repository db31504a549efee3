import type { Denial } from '../decisions/outcome.ts';
import type { MaybePromise } from '../hooks/store.ts';
import type { ToolErrorCause } from '../events/tool-events.ts';
import type { Failure, Tool, ToolCall } from '../values/index.ts';

/**
 * One tool call, as an adapter describes it to `toolCycle`.
 *
 * @example
 * const step: ToolStep<string> = {
 *   call: { id: 'call_1', name: 'weather', args: { city: 'Rome' } },
 *   tool: { name: 'weather', origin: 'local', known: true, enabled: true },
 *   run: ({ args }) => `sunny in ${String(args['city'])}`,
 * };
 * await toolCycle(chat, step); // => { kind: 'result', result: 'sunny in Rome', changed: false, synthetic: false }
 */
export interface ToolStep<Native> {
  readonly call: ToolCall;
  readonly tool: Tool;
  /** The place in the model's response, from 0; part of the approval key. */
  readonly index?: number;
  /** Runs the tool with the arguments after the hooks. If `call` is the same object as before, nothing changed. */
  run(call: ToolCall): MaybePromise<Native>;
  /** Reads the arguments that the tool would get now. It is called only after a wait; absent if nobody can change them. */
  args?(): ToolCall['args'];
  /** Returns the native result as hooks see it; by default the result itself. It is read again after a wait. */
  result?(native: Native): unknown;
  /** Finds the tool of a renamed call, for `allowRename`. */
  find?(name: string): Tool;
  /** `yes`: the host says that a person approved this call earlier. The answer is compared with the real question. */
  readonly approval?: 'yes' | 'no';
  /** Whether the call was suspended in an earlier chat and runs now. */
  readonly resumed?: boolean;
  readonly native?: unknown;
}

/**
 * How a tool call ended.
 *
 * @example
 * const forModel = (outcome: ToolOutcome<string>): string => (outcome.kind === 'denied' ? outcome.text : outcome.kind);
 * forModel({ kind: 'result', result: 'sunny', changed: false, synthetic: false }); // => 'result'
 */
export type ToolOutcome<Native> =
  | {
      readonly kind: 'result';
      /** The result for the model; the tool's own object if nothing changed it. */
      readonly result: Native | unknown;
      readonly changed: boolean;
      readonly synthetic: boolean;
    }
  | {
      readonly kind: 'error';
      readonly error: Failure;
      /** The error as the tool threw it; absent if a verdict changed or supplied the error. */
      readonly thrown?: unknown;
      readonly cause: ToolErrorCause;
    }
  | {
      readonly kind: 'denied';
      readonly denial: Denial;
      /** The text for the model: `Blocked by …`, `Result withheld by …` or `Error withheld by …`. */
      readonly text: string;
    }
  | SuspendedCall;

/**
 * An ask that waits for a person. The host interrupts in its own way.
 *
 * @example
 * const suspended = (outcome: ToolOutcome<string>): SuspendedCall | undefined => (outcome.kind === 'suspended' ? outcome : undefined);
 */
export interface SuspendedCall {
  readonly kind: 'suspended';
  readonly token: string;
  readonly reason: string;
  /** The call that a person is asked about, after the hooks. */
  readonly call: ToolCall;
}

/**
 * The result of the approval phase, in hosts that ask first and run later.
 *
 * @example
 * const gate: ToolGate = await gateToolCall(chat, {
 *   call: { id: 'call_1', name: 'weather', args: {} },
 *   tool: { name: 'weather', origin: 'local', known: true, enabled: true },
 *   run: () => 'sunny',
 * });
 * gate.kind; // => 'run'
 */
export type ToolGate =
  /** The tool may run; `asked` is true if somebody had to approve it. */
  | { readonly kind: 'run'; readonly call: ToolCall; readonly asked: boolean }
  /** A verdict supplied the outcome. `toolCycle` returns it without running the tool. */
  | { readonly kind: 'skip' }
  | { readonly kind: 'denied'; readonly denial: Denial; readonly text: string }
  | SuspendedCall;
