import { aroundDelegation, isDict, ToolError, type Layer } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import { currentChat, denialText, type Chat } from '@interpose/core/adapter';
import { requireEnforced } from '../coverage/require-enforced.ts';
import type { AgentCall } from '../targets/shapes.ts';

/** An agent about to be called, perhaps by the tool of another. */
export interface Delegation extends Layer {
  readonly to: string;
  readonly call: AgentCall;
  readonly act: (call: AgentCall) => Promise<unknown>;
  /** True where the answer is a stream, which passes the first gate only. */
  readonly streams: boolean;
}

/** The chat of the agent whose tool calls now, where somebody wants to hear of delegations. */
export function delegating(hooks: Hooks): Chat | undefined {
  const parent = currentChat();
  if (parent === undefined || parent.hooks !== hooks) return undefined;
  return parent.listens('preDelegate', 'onDelegateResult') ? parent : undefined;
}

/**
 * Calls an agent; inside a tool of another agent the delegation passes its gates.
 *
 * @throws ToolError with what the calling agent's model is told about a denial, InterposeError `not_enforced` for a
 * stream whose result hooks would judge.
 */
export function delegate(delegation: Delegation): Promise<unknown> {
  const parent = delegating(delegation.hooks);
  if (parent === undefined) return delegation.act(delegation.call);
  return delegation.streams ? streamTo(parent, delegation) : answerTo(parent, delegation);
}

/** The code of the tool reads the whole result, so a changed or supplied one cannot be given to it. */
async function answerTo(parent: Chat, { to, call, act }: Delegation): Promise<unknown> {
  let answer: unknown;
  const input = inputOf(call);
  const { changed } = await aroundDelegation(parent, {
    to,
    input,
    async act(allowed) {
      answer = await act(allowed === input ? call : withInput(call, allowed));
      return answerText(answer);
    },
  });
  if (changed)
    throw new ToolError(
      `Result withheld: a policy changed what ${to} answered, and only agentTool can carry that.`,
    );
  return answer;
}

async function streamTo(parent: Chat, { to, call, act, options }: Delegation): Promise<unknown> {
  if (parent.intercepts('onDelegateResult'))
    requireEnforced(options, ['agent.stream in a tool'], undefined);
  const input = inputOf(call);
  const verdict = await parent.dispatch('preDelegate', { task: { kind: 'subagent', to, input } });
  switch (verdict.decision) {
    case 'allow':
      return act(call);
    case 'modify':
      return act(withInput(call, (verdict.value as { readonly input: unknown }).input));
    case 'deny':
      throw new ToolError(denialText(verdict as Parameters<typeof denialText>[0]));
    default:
      throw new ToolError(
        `Blocked: a policy supplied what ${to} streams, and only agentTool can carry that.`,
      );
  }
}

/** The text of an agent's answer. */
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
