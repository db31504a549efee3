import type { MaybePromise } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { absentComponents } from '../coverage/inventory.ts';
import { isThenable } from '@interpose/adapter-kit';
import type { ModelCall } from './model-call.ts';
import type {
  NativeMessage,
  NativeParams,
  NativePromptPart,
  NativeTool,
} from '../translate/native.ts';
import { deniedProviderTools, reportProviderCalls } from '../tools/provider-tools.ts';
import { reportRefusals } from '../approval/resume.ts';
import type { NativeToolOutput } from '../translate/tool-output.ts';
import { tracedParams } from './traced-params.ts';

/**
 * The parameters without the tools that are not on offer: scopes that are gone, components and provider tools
 * that a policy denied. Outputs of calls that never reached a tool read as the hooks left them.
 * Parameters that need no change come back as they are, and at once when nobody has to be asked.
 */
export function prepareRequest(chat: Chat, call: ModelCall): MaybePromise<NativeParams> {
  const { run } = call.seam;
  if (run.fatal !== undefined) throw run.fatal.error;
  const { noted } = run;
  if (run.answers.size > 0 || (noted !== undefined && noted.providerParts.length > 0))
    return reportFirst(chat, call);
  return offer(chat, call);
}

async function reportFirst(chat: Chat, call: ModelCall): Promise<NativeParams> {
  const { run, tools } = call.seam;
  await reportRefusals(run, chat, tools);
  await reportProviderCalls(run, chat);
  return offer(chat, call);
}

function offer(chat: Chat, call: ModelCall): MaybePromise<NativeParams> {
  const params = withOutputs(call.params, call.seam.run.noted?.outputs);
  const tools: readonly NativeTool[] = params.tools ?? [];
  const absent = absentComponents(chat, call, tools);
  if (isThenable(absent)) return absent.then((names) => offerPresent(chat, call, params, names));
  return offerPresent(chat, call, params, absent);
}

function offerPresent(
  chat: Chat,
  call: ModelCall,
  params: NativeParams,
  absent: readonly string[],
): MaybePromise<NativeParams> {
  for (const name of absent) call.seam.run.notes.absent.add(name);
  const denied = deniedProviderTools(chat, call, params.tools ?? []);
  if (isThenable(denied))
    return denied.then((names) => offerWithout(chat, params, [...absent, ...names]));
  return offerWithout(chat, params, absent);
}

function offerWithout(chat: Chat, params: NativeParams, hidden: readonly string[]): NativeParams {
  const tools: readonly NativeTool[] = params.tools ?? [];
  const { scopes } = chat.hooks;
  const kept = tools.filter(({ name }) => scopes.isEnabled(name) && !hidden.includes(name));
  const traced = tracedParams(chat, params);
  if (kept.length === tools.length) return traced;
  // Filtering keeps every tool as it was; the union of three parameter types cannot follow that.
  return { ...traced, tools: kept.length === 0 ? undefined : kept } as unknown as NativeParams;
}

function withOutputs(
  params: NativeParams,
  outputs: ReadonlyMap<string, NativeToolOutput> | undefined,
): NativeParams {
  if (outputs === undefined || outputs.size === 0) return params;
  const prompt: readonly NativeMessage[] = params.prompt;
  const next = prompt.map((message) => {
    if (message.role !== 'tool') return message;
    const content: readonly NativePromptPart[] = message.content;
    return { ...message, content: content.map((part) => replaceOutput(part, outputs)) };
  });
  return { ...params, prompt: next } as unknown as NativeParams; // only tool outputs were replaced
}

function replaceOutput(
  part: NativePromptPart,
  outputs: ReadonlyMap<string, NativeToolOutput>,
): unknown {
  const output = part.type === 'tool-result' ? outputs.get(part.toolCallId) : undefined;
  return output === undefined ? part : { ...part, output };
}
