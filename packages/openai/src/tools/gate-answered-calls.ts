import { describeTool, sameItems } from '@interpose/adapter-kit';
import type { MaybePromise, ModelResponse, Part, ToolCall, ToolCallPart } from '@interpose/core';
import { gateToolCall } from '@interpose/core/adapter';
import { judgeApproval, waitsForApproval } from '../approval/hosted-approval.ts';
import type { PreparedCall } from '../model/model-call.ts';
import { isRenamed } from '../stream/chat/collect.ts';
import { isHosted, reportProviderCalls } from './provider-tools.ts';
import { itemOrigins } from '../translate/origins.ts';
import { ranAtProvider } from '../translate/responses/message-to-contract.ts';

/**
 * Reports the calls that the provider ran, and asks the hooks about those that the app will run: a denied call is
 * removed from the answer, a changed call replaced. If nothing is left, the answer says why. Returns the same response
 * if nothing changed, without a promise if it contains no call.
 */
export function adviseCalls(
  call: PreparedCall,
  response: ModelResponse,
): MaybePromise<ModelResponse> {
  return response.content.some(({ type }) => type === 'tool-call')
    ? adviseEach(call, response)
    : response;
}

async function adviseEach(call: PreparedCall, response: ModelResponse): Promise<ModelResponse> {
  if (runsAtProvider(call)) await reportProviderCalls(call.chat, response);
  if (call.run.endsWith === 'runner') return response;
  const content: Part[] = [];
  const denials: string[] = [];
  for (const [index, part] of response.content.entries()) {
    const isCall = part.type === 'tool-call' && !ranAtProvider(part);
    const advised = isCall ? await advise(call, part, index) : part;
    if (typeof advised === 'string') denials.push(advised);
    else content.push(advised);
  }
  if (sameItems(content, response.content)) return response;
  if (content.length === 0) content.push({ type: 'text', text: denials.join('\n') });
  return { ...response, content };
}

/**
 * Whether the calls of this answer are checked here. Nothing else checks the calls of a single request, reports the
 * calls that the provider ran, or removes calls of tools that hooks took off the request.
 */
export function advises(call: PreparedCall): boolean {
  const { run, chat, isPrepared } = call;
  return (
    runsAtProvider(call) ||
    (run.endsWith !== 'runner' && (isPrepared || chat.listens('preToolCall')))
  );
}

function runsAtProvider({ chat, tools }: PreparedCall): boolean {
  return tools.some(isHosted) && chat.listens('preToolCall', 'onToolCallResult', 'onToolCallError');
}

/** Returns the call as the hooks left it, or the text that says why it may not run. */
async function advise(
  { chat, run, tools }: PreparedCall,
  part: ToolCallPart,
  index: number,
): Promise<Part | string> {
  const item = itemOrigins.of(part)?.item;
  if (waitsForApproval(item)) return (await judgeApproval(chat, run, item)) ?? part;
  if (isRenamed(part) && chat.intercepts('preToolCall'))
    return 'Blocked: the provider gave this call two names.';
  const { id, name, args } = part;
  const call: ToolCall = { id, name, args };
  if (!run.hooks.scopes.isEnabled(name) || run.remembered?.absent.has(name) === true)
    return `The tool ${name} is disabled.`;
  // Only the app knows its tools: it may also run a tool that this request did not offer.
  const offered = tools.find((tool) => tool.name === name);
  const gate = await gateToolCall(chat, {
    call,
    index,
    tool: describeTool(name, offered ?? { description: undefined }, run.hooks),
    native: part,
  });
  if (gate.kind === 'denied') return gate.text;
  return gate.kind === 'run' && gate.call !== call ? { ...part, ...gate.call } : part;
}
