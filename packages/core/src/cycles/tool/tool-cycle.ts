import type { ToolOutcome, ToolStep } from '../../contract/adapter/index.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import type { ToolCall } from '../../contract/values/index.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { Denial } from '../../contract/decisions/outcome.ts';
import { andThen, isThenable } from '../../maybe-promise.ts';
import type { Emission } from '../../context/context-state.ts';
import { finishDeniedCall, finishToolCall, rememberCall } from './finish-tool-call.ts';
import { type CallRuling, emissionFor, ruleOnCall, whyUnreachable } from './gate-tool-call.ts';
import { judge, type JudgedReturn, ToolEvents } from '../step/after-step.ts';
import { differenceOf, thawed } from '../step/difference.ts';
import { pause } from '../step/pause.ts';
import { reportToolError } from './report-tool-error.ts';
import { type RunningChat, runningChat } from '../../chat/running-chat.ts';
import { type Action, type Attempt, OngoingAttempt, unattempted } from '../step/attempt.ts';

/**
 * Takes one tool call through its gates: preToolCall, the tool, onToolCallResult or onToolCallError, onMessage.
 *
 * @example
 * hooks.addHook('preToolCall', ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined), { name: 'guard' });
 * const outcome = await toolCycle(chat, {
 *   call: { id: 'call_1', name: 'exec', args: {} },
 *   tool: { name: 'exec', origin: 'local', known: true, enabled: true },
 *   run: () => 'never',
 * });
 * outcome.kind; // => 'denied'
 * @throws the abort reason if the chat was aborted, or the error of a hook whose `onError` is `throw`.
 */
export async function toolCycle<Native>(
  chat: Chat,
  step: ToolStep<Native>,
): Promise<ToolOutcome<Native>> {
  const running = runningChat(chat);
  const { retries } = running.registry.settings;
  for (let number = 1; ; number++) {
    const unreachable = whyUnreachable(running, step.tool);
    if (unreachable !== undefined) return failUnreached(running, step, unreachable);
    const emission = emissionFor(running, step, number, retries + 1 - number);
    const asking = rulingFor(running, step, emission);
    const ruling = isThenable(asking) ? await asking : asking;
    if (ruling.kind === 'suspended') return suspended(running, step, ruling);
    if (ruling.kind === 'denied') return finishDeniedCall(running, step.call, ruling.denial, 0);
    // While a hook or a person takes time, the tool's last scope may have been unregistered.
    const gone = ruling === asking ? undefined : whyUnreachable(running, step.tool);
    if (gone !== undefined) return failUnreached(running, step, gone);
    const isAtOnce = number === 1 && !isThenable(asking) && running.earlierRulings === undefined;
    const call = ruling.kind !== 'run' || isAtOnce ? ruling.call : callAsShown(step, ruling.call);
    let tried: Attempt<Native>;
    if (ruling.kind === 'run') {
      const ongoing = new OngoingAttempt(running, new ToolRun(running, step, call));
      try {
        const acted = ongoing.act();
        tried = ongoing.cameBack(isThenable(acted) ? await acted : acted);
      } catch (thrown) {
        tried = ongoing.failed(thrown);
      }
    } else tried = unattempted(ruling.arrived);
    const after = new ToolEvents(step, call, tried.durationMs);
    const judging = judge(running, after, tried.arrived, emission);
    const judged = isThenable(judging) ? await judging : judging;
    if (judged.kind !== 'retry') {
      const now = isThenable(judging) ? withResultOfNow(step, tried, judged) : tried;
      return finishToolCall(running, call, now, judged);
    }
    await pause(judged.delayMs, running.signal);
  }
}

/** Returns the call with the arguments that hooks saw, where the app changed those that the tool would get. */
function callAsShown(step: ToolStep<unknown>, call: ToolCall): ToolCall {
  const { args } = step.call;
  if (call.args !== args || step.args === undefined) return call;
  return differenceOf(args, step.args()) === undefined ? call : { ...call, args: thawed(args) };
}

/** Returns the attempt with the result that the tool's own object says now, where hooks let another one through. */
function withResultOfNow<Native>(
  step: ToolStep<Native>,
  tried: Attempt<Native>,
  judged: JudgedReturn,
): Attempt<Native> {
  const { arrived, native } = tried;
  if (judged.kind !== 'output' || arrived.kind !== 'output' || judged.value !== arrived.value)
    return tried;
  if (arrived.synthetic || step.result === undefined) return tried;
  const value = step.result(native as Native);
  const isSame = differenceOf(arrived.value, value) === undefined;
  return isSame ? tried : { ...tried, arrived: { ...arrived, value } };
}

/** One run of a tool. A class, because a literal would make two closures for every call. */
class ToolRun<Native> implements Action<Native> {
  readonly #chat: RunningChat;
  readonly #step: ToolStep<Native>;
  readonly #call: ToolCall;

  constructor(chat: RunningChat, step: ToolStep<Native>, call: ToolCall) {
    this.#chat = chat;
    this.#step = step;
    this.#call = call;
  }

  get event(): string {
    return 'preToolCall';
  }

  get callId(): string {
    return this.#call.id;
  }

  act(): MaybePromise<Native> {
    return this.#step.run(this.#call);
  }

  /** The result is read, and copied, only if somebody uses it. */
  read(native: Native): unknown {
    const step = this.#step;
    return step.result !== undefined && isRead(this.#chat) ? step.result(native) : native;
  }
}

function isRead(chat: RunningChat): boolean {
  return chat.hears('onToolCallResult') || chat.hears('onToolCallError') || chat.hears('onMessage');
}

const REFUSED: Denial = Object.freeze({
  decision: 'deny',
  code: 'approval_refused',
  reason: 'A person refused this call.',
  by: 'approver',
  policy: 'approver',
  event: 'preToolCall',
});

/** The error is of this package: a host that throws what a tool threw would give the model an object. */
async function failUnreached(
  chat: RunningChat,
  step: ToolStep<unknown>,
  cause: 'unknown' | 'disabled',
): Promise<ToolOutcome<never>> {
  const { call, tool, native } = step;
  const error = { message: `The tool ${call.name} is ${cause}.` };
  const outcome = await reportToolError(chat, { call, tool, native, cause, error });
  return outcome.kind === 'error' ? { kind: 'error', error: outcome.error, cause } : outcome;
}

function rulingFor(
  chat: RunningChat,
  step: ToolStep<unknown>,
  emission: Emission,
): MaybePromise<CallRuling> {
  const kept =
    emission.attempt === 1
      ? (chat.earlierRulings?.take(chat.calls.iteration, step.call) as CallRuling | undefined)
      : undefined;
  const ruling = kept ?? ruleOnCall(chat, step, emission);
  if (step.approval !== 'no') return ruling;
  return andThen(ruling, (ruled): CallRuling =>
    ruled.kind === 'denied' ? ruled : { kind: 'denied', denial: REFUSED },
  );
}

function suspended(
  chat: RunningChat,
  step: ToolStep<unknown>,
  ruling: Extract<CallRuling, { kind: 'suspended' }>,
): ToolOutcome<never> {
  rememberCall(chat, step.call, 'suspended', 0, false);
  return ruling;
}
