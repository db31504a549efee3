import { passGate } from '../../gate/run-gate.ts';
import type { ToolGate, ToolStep } from '../../contract/adapter/index.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import type { Denial } from '../../contract/decisions/outcome.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { Tool, ToolCall } from '../../contract/values/index.ts';
import {
  type Emission,
  type Payload,
  payloadOf,
  wasApproved,
} from '../../context/context-state.ts';
import { denialOf, denialText, type StandingVerdict } from '../../context/refusal.ts';
import type { EventContext } from '../../context/event-context.ts';
import { type StepReturn, supplied } from '../step/after-step.ts';
import { EarlierRulings } from '../../approvals/earlier-rulings.ts';
import type { SuspendedVerdict } from '../../context/ruling.ts';
import { andThen } from '../../maybe-promise.ts';
import { runningChat, type RunningChat } from '../../chat/running-chat.ts';

/** A call that hooks are asked about; the function that runs it is not needed here. */
type Question = Omit<ToolStep<unknown>, 'run'> & Partial<Pick<ToolStep<unknown>, 'run'>>;

/** The ruling of `preToolCall` on one call. */
export type CallRuling =
  | { readonly kind: 'run'; readonly call: ToolCall; readonly asked: boolean }
  | { readonly kind: 'supplied'; readonly arrived: StepReturn; readonly call: ToolCall }
  | { readonly kind: 'denied'; readonly denial: Denial }
  | {
      readonly kind: 'suspended';
      readonly token: string;
      readonly reason: string;
      readonly call: ToolCall;
    };

/**
 * Runs the approval phase of a host that asks first and executes later. It asks the hooks now and keeps the verdict for
 * `toolCycle`, for exactly this call. A call that reaches no tool passes here, and `toolCycle` then reports it.
 *
 * @example
 * const gate = await gateToolCall(chat, {
 *   call: { id: 'call_1', name: 'weather', args: {} },
 *   tool: { name: 'weather', origin: 'local', known: true, enabled: true },
 *   run: () => 'sunny',
 * });
 * gate.kind; // => 'run'
 */
export function gateToolCall(chat: Chat, step: Question): MaybePromise<ToolGate> {
  const running = runningChat(chat);
  if (whyUnreachable(running, step.tool) !== undefined)
    return { kind: 'run', call: step.call, asked: false };
  const { retries } = running.registry.settings;
  return andThen(ruleOnCall(running, step, emissionFor(running, step, 1, retries)), (ruling) =>
    gateOf(running, step.call, ruling),
  );
}

/** Keeps a ruling until the call runs, and returns it in the form for hosts. */
function gateOf(chat: RunningChat, call: ToolCall, ruling: CallRuling): ToolGate {
  if (ruling.kind !== 'suspended') {
    const earlier = (chat.earlierRulings ??= new EarlierRulings());
    earlier.keep(chat.calls.iteration, call, ruling);
  }
  switch (ruling.kind) {
    case 'run':
    case 'suspended':
      return ruling;
    case 'denied':
      return { kind: 'denied', denial: ruling.denial, text: denialText(ruling.denial) };
    default:
      return { kind: 'skip' };
  }
}

/** Asks the hooks of `preToolCall` about one call. */
export function ruleOnCall(
  chat: RunningChat,
  step: Question,
  emission: Emission,
): MaybePromise<CallRuling> {
  const { call, tool } = step;
  if (!chat.hears('preToolCall')) return { kind: 'run', call, asked: false };
  const scope = tool.scope ?? chat.hooks.scopes.scopeOf(tool.name);
  const payload: Payload = scope === undefined ? { call, tool } : { call, tool, scope };
  const resumed: Emission =
    step.resumed === true ? { ...emission, resumed: true, approval: step.approval } : emission;
  return passGate(chat, 'preToolCall', payload, resumed, (verdict, ctx) =>
    readVerdict(chat, step, ctx, verdict),
  );
}

/** Returns the emission of all events of one attempt at a call. */
export function emissionFor(
  { calls }: RunningChat,
  { native }: Pick<ToolStep<unknown>, 'native'>,
  attempt: number,
  retriesLeft: number,
): Emission {
  return { attempt, retriesLeft, iteration: calls.current, native };
}

function readVerdict(
  chat: RunningChat,
  step: Question,
  ctx: EventContext,
  verdict: StandingVerdict | undefined,
): CallRuling {
  const asked = wasApproved(ctx);
  switch (verdict?.decision) {
    case 'deny':
      return { kind: 'denied', denial: verdict };
    case 'respond':
      return { kind: 'supplied', arrived: supplied(verdict.outcome), call: step.call };
    case 'ask': {
      const { token, reason } = verdict as SuspendedVerdict;
      return { kind: 'suspended', token, reason, call: payloadOf(ctx)['call'] as ToolCall };
    }
    case 'modify':
      return reroute(chat, step, ctx, verdict.value as ToolCall, asked);
    default:
      return { kind: 'run', call: step.call, asked };
  }
}

/** Law 12 in LAWS.md: a renamed call only reaches a tool that is known and enabled. */
function reroute(
  chat: RunningChat,
  step: Question,
  ctx: EventContext,
  call: ToolCall,
  asked: boolean,
): CallRuling {
  if (call.name === step.call.name) return { kind: 'run', call, asked };
  const tool = step.find?.(call.name);
  const code = tool?.known !== true ? 'tool_unknown' : 'tool_disabled';
  if (tool?.known === true && tool.enabled && chat.hooks.scopes.isEnabled(tool.name))
    return { kind: 'run', call, asked };
  const reason = `A policy sent the call to ${call.name}, which is not available.`;
  return { kind: 'denied', denial: denialOf(ctx, { decision: 'deny', code, reason }) };
}

/** Returns why no call may reach this tool, whatever a verdict says; undefined if calls may reach it. */
export function whyUnreachable(chat: RunningChat, tool: Tool): 'unknown' | 'disabled' | undefined {
  if (!tool.known) return 'unknown';
  return tool.enabled && chat.hooks.scopes.isEnabled(tool.name) ? undefined : 'disabled';
}
