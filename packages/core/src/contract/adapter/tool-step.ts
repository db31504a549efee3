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
  /** 0-based place in the model's response; part of the approval key. */
  readonly index?: number;
  /** Runs the tool with the arguments the hooks left; the identity of `call` tells whether they changed. */
  run(call: ToolCall): MaybePromise<Native>;
  /** The native result as hooks see it; the result itself by default. */
  result?(native: Native): unknown;
  /** Finds the tool a renamed call would reach, under `allowRename`. */
  find?(name: string): Tool;
  /** `yes`: the host says a person approved this call earlier; checked against what was really asked. */
  readonly approval?: 'yes' | 'no';
  /** True when the call was suspended in an earlier chat and runs now. */
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
      /** What the model gets; the tool's own object when nothing changed it. */
      readonly result: Native | unknown;
      readonly changed: boolean;
      readonly synthetic: boolean;
    }
  | {
      readonly kind: 'error';
      readonly error: Failure;
      /** What the tool threw, untouched; absent when a verdict changed or supplied the error. */
      readonly thrown?: unknown;
      readonly cause: ToolErrorCause;
    }
  | {
      readonly kind: 'denied';
      readonly denial: Denial;
      /** What the model sees: `Blocked by …`, `Result withheld by …` or `Error withheld by …`. */
      readonly text: string;
    }
  | SuspendedCall;

/**
 * An ask that waits for a person; the host interrupts natively.
 *
 * @example
 * const suspended = (outcome: ToolOutcome<string>): SuspendedCall | undefined => (outcome.kind === 'suspended' ? outcome : undefined);
 */
export interface SuspendedCall {
  readonly kind: 'suspended';
  readonly token: string;
  readonly reason: string;
  /** The call a person is asked about, as the hooks left it. */
  readonly call: ToolCall;
}

/**
 * What the approval phase of a two-phase host found.
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
  /** The tool may run; `asked` when somebody had to approve it. */
  | { readonly kind: 'run'; readonly call: ToolCall; readonly asked: boolean }
  /** A verdict supplied the outcome; `toolCycle` returns it without running the tool. */
  | { readonly kind: 'skip' }
  | { readonly kind: 'denied'; readonly denial: Denial; readonly text: string }
  | SuspendedCall;
