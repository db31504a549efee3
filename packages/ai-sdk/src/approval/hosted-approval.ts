import { readArguments } from '@interpose/adapter-kit';
import { gateToolCall, providerTool, type Chat } from '@interpose/core/adapter';
import type { ChatRun } from '../run/host-run.ts';
import { askedUnder } from './resume.ts';
import type { NativeMessage, NativeParams, NativePromptPart } from '../translate/native.ts';

const YES_OR_NO = 'Blocked: the provider can only be told yes or no.';
const NO_CALL = 'Blocked: the call that this answer approves is not among the messages.';

type Answer = Extract<NativePromptPart, { readonly type: 'tool-approval-response' }>;
type HostedCall = Extract<NativePromptPart, { readonly type: 'tool-call' }>;

/** Whether the app approves calls of the provider's tools with this request. */
export function approvesHosted({ prompt }: NativeParams): boolean {
  const messages: readonly NativeMessage[] = prompt;
  return messages.some((message) => message.role === 'tool' && partsOf(message).some(saysYes));
}

/** Returns the request with a no in place of each yes to a call that hooks deny: the provider runs what it is told. */
export async function withJudgedAnswers(
  run: ChatRun,
  chat: Chat,
  params: NativeParams,
): Promise<NativeParams> {
  const messages: readonly NativeMessage[] = params.prompt;
  const calls: HostedCall[] = [];
  const refused = new Map<NativePromptPart, string>();
  for (const part of messages.flatMap(partsOf)) {
    if (part.type === 'tool-call' && part.providerExecuted === true) calls.push(part);
    if (!saysYes(part)) continue;
    const reason = await whyRefused(run, chat, part, calls);
    if (reason !== undefined) refused.set(part, reason);
  }
  if (refused.size === 0) return params;
  const prompt = messages.map((message) => {
    if (!partsOf(message).some((part) => refused.has(part))) return message;
    const content = partsOf(message).map((part) =>
      refused.has(part) ? { ...part, approved: false, reason: refused.get(part) } : part,
    );
    return { ...message, content };
  });
  return { ...params, prompt } as unknown as NativeParams; // only answers were replaced
}

/**
 * Asks the hooks about the call that an answer approves. A request to a model does not say which call that is: where the
 * messages of the run do not say it either, all calls before the answer have to be allowed.
 */
async function whyRefused(
  run: ChatRun,
  chat: Chat,
  { approvalId }: Answer,
  calls: readonly HostedCall[],
): Promise<string | undefined> {
  const asked = askedUnder(approvalId, run.given);
  const approved = calls.filter((call) => asked.length === 0 || asked.includes(call.toolCallId));
  if (approved.length === 0) return NO_CALL;
  for (const call of approved) {
    const reason = await ruleOn(run, chat, call);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

async function ruleOn(run: ChatRun, chat: Chat, native: HostedCall): Promise<string | undefined> {
  const { toolCallId: id, toolName: name, input } = native;
  const { rulings, absent } = run.memory;
  const key = JSON.stringify([id, name, input]);
  if (rulings.has(key)) return rulings.get(key);
  const tool = providerTool(chat, name);
  const call = { id, name, args: run.copy(readArguments(input)) };
  let reason: string | undefined;
  if (!tool.enabled || absent.has(name)) reason = `The tool ${name} is disabled.`;
  else {
    const asked = { call, tool, native, approval: 'yes', resumed: true } as const;
    const gate = await gateToolCall(chat, asked);
    if (gate.kind === 'denied') reason = gate.text;
    else if (gate.kind !== 'run' || gate.call !== call) reason = YES_OR_NO;
  }
  rulings.set(key, reason);
  return reason;
}

function saysYes(part: NativePromptPart): part is Answer {
  return part.type === 'tool-approval-response' && part.approved;
}

function partsOf({ content }: NativeMessage): readonly NativePromptPart[] {
  return typeof content === 'string' ? [] : content;
}
