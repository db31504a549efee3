import {
  admitDelegation,
  aroundDelegation,
  isDict,
  type Layer,
  ToolError,
} from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { requireEnforced } from '../coverage/require-enforced.ts';
import { livingChat } from '../run/host-run.ts';
import type { AgentCall } from '../targets/shapes.ts';

/** A call of an agent that is about to happen, maybe from a tool of another agent. */
export interface Delegation extends Layer {
  readonly to: string;
  readonly call: AgentCall;
  readonly act: (call: AgentCall) => Promise<unknown>;
  /** True if the answer is a stream: then hooks are asked about the task only. */
  readonly streams: boolean;
}

/** Returns the chat of the agent whose tool runs now, if its hooks listen for delegations; else undefined. */
export function delegating(hooks: Hooks): Chat | undefined {
  const parent = livingChat();
  if (parent === undefined || parent.hooks !== hooks) return undefined;
  return parent.listens('preDelegate', 'onDelegateResult') ? parent : undefined;
}

/**
 * Calls an agent. Inside a tool of another agent, hooks are asked about the delegation.
 *
 * @throws ToolError with the text for the calling agent's model, if a hook denies; InterposeError `not_enforced` for a
 * stream whose result hooks would judge.
 */
export function delegate(delegation: Delegation): Promise<unknown> {
  const parent = delegating(delegation.hooks);
  if (parent === undefined) return delegation.act(delegation.call);
  return delegation.streams ? streamTo(parent, delegation) : answerTo(parent, delegation);
}

/** Calls an agent in a tool. The tool reads the whole result, so a result that hooks changed cannot be passed to it. */
async function answerTo(parent: Chat, { to, call, act }: Delegation): Promise<unknown> {
  const input = inputOf(call);
  const { changed, native } = await aroundDelegation(parent, {
    to,
    input,
    act: (allowed) => act(allowed === input ? call : withInput(call, allowed)),
    read: answerText,
  });
  if (changed)
    throw new ToolError(
      `Result withheld: a policy changed what ${to} answered, and only agentTool can carry that.`,
    );
  return native;
}

async function streamTo(parent: Chat, { to, call, act, options }: Delegation): Promise<unknown> {
  if (parent.intercepts('onDelegateResult'))
    requireEnforced(options, ['agent.stream in a tool'], undefined);
  const input = inputOf(call);
  const supplied = `Blocked: a policy supplied what ${to} streams, and only agentTool can carry that.`;
  const allowed = await admitDelegation(parent, { to, input }, supplied);
  return act(allowed === input ? call : withInput(call, allowed));
}

/** Returns the text of an agent's answer. */
export function answerText(answer: unknown): unknown {
  return isDict(answer) ? answer['text'] : answer;
}

function inputOf({ prompt, messages }: AgentCall): unknown {
  return prompt ?? messages;
}

function withInput(call: AgentCall, input: unknown): AgentCall {
  const { prompt: _prompt, messages: _messages, ...rest } = call;
  return typeof input === 'string' ? { ...rest, prompt: input } : { ...rest, messages: input };
}
