import type { MaybePromise } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { shownComponents } from '../coverage/inventory.ts';
import { noteProviderOptions } from '../coverage/provider-options.ts';
import { isThenable, offerTools, type Offer } from '@interpose/adapter-kit';
import type { ChatRun } from '../run/host-run.ts';
import { tracedParams, type ModelCall } from './model-call.ts';
import type {
  NativeMessage,
  NativeParams,
  NativePromptPart,
  NativeTool,
} from '../translate/native.ts';
import { reportProviderCalls } from '../tools/provider-tools.ts';
import { outputKey } from '../tools/unreached-calls.ts';
import { approvesHosted, withJudgedAnswers } from '../approval/hosted-approval.ts';
import { reportRefusals } from '../approval/resume.ts';
import type { NativeToolOutput } from '../translate/tool-output.ts';

/**
 * Returns the parameters without the tools that are not on offer: tools of inactive scopes, and tools that a policy
 * denied. Outputs of calls that never reached a tool get the text that hooks left, and an app's yes to a call at the
 * provider that hooks deny becomes a no. Parameters that need no change are
 * returned as they are, and without a promise when no hook has to be asked.
 */
export function prepareRequest(chat: Chat, given: ModelCall): MaybePromise<NativeParams> {
  const { run } = given.seam;
  if (run.fatal !== undefined) throw run.fatal.error;
  run.refusal = undefined; // After a refused answer, a message that the app adds to the loop makes the SDK ask again.
  const params = noteProviderOptions(given.params, given.seam.layer);
  const call = params === given.params ? given : { ...given, params };
  const { remembered } = run;
  const judges = chat.listens('preToolCall') && approvesHosted(params);
  if (judges || run.answers.size > 0 || (remembered?.providerParts.length ?? 0) > 0)
    return reportFirst(chat, call, judges);
  return offer(chat, call);
}

async function reportFirst(chat: Chat, call: ModelCall, judges: boolean): Promise<NativeParams> {
  const { run, tools } = call.seam;
  await reportRefusals(run, chat, tools);
  await reportProviderCalls(run, chat);
  if (!judges) return offer(chat, call);
  return offer(chat, { ...call, params: await withJudgedAnswers(run, chat, call.params) });
}

function offer(chat: Chat, call: ModelCall): MaybePromise<NativeParams> {
  const params = withOutputs(call.params, call.seam.run.remembered?.outputs);
  const tools: readonly NativeTool[] = params.tools ?? NO_TOOLS;
  const kept = offerTools(chat, new NativeOffer(call, tools));
  return isThenable(kept)
    ? kept.then((left) => offered(chat, params, left))
    : offered(chat, params, kept);
}

function offered(chat: Chat, params: NativeParams, left: readonly NativeTool[]): NativeParams {
  const traced = tracedParams(chat, params);
  if (left === (params.tools ?? NO_TOOLS)) return traced;
  // The tools are filtered, not changed; the type, a union of three parameter types, cannot express that.
  return { ...traced, tools: left.length === 0 ? undefined : left } as unknown as NativeParams;
}

const NO_TOOLS: readonly NativeTool[] = [];

/** A class, because an object literal would create its closures again for every call. */
class NativeOffer implements Offer<NativeTool> {
  readonly tools: readonly NativeTool[];
  readonly run: ChatRun;
  readonly #call: ModelCall;

  constructor(call: ModelCall, tools: readonly NativeTool[]) {
    this.tools = tools;
    this.run = call.seam.run;
    this.#call = call;
  }

  nameOf({ name }: NativeTool): string {
    return name;
  }

  isHosted({ type }: NativeTool): boolean {
    return type !== 'function';
  }

  shown(): ReturnType<typeof shownComponents> {
    return shownComponents(this.#call, this.tools);
  }
}

function withOutputs(
  params: NativeParams,
  outputs: ReadonlyMap<string, NativeToolOutput> | undefined,
): NativeParams {
  if (!outputs?.size) return params;
  const prompt: readonly NativeMessage[] = params.prompt;
  const next = prompt.map((message) => {
    if (message.role !== 'tool') return message;
    const parts: readonly NativePromptPart[] = message.content;
    const content = parts.map((part) => {
      if (part.type !== 'tool-result' || part.output.type !== 'error-text') return part;
      const output = outputs.get(outputKey(part.toolCallId, part.output.value));
      return output === undefined ? part : { ...part, output };
    });
    return { ...message, content };
  });
  return { ...params, prompt: next } as unknown as NativeParams; // only tool outputs were replaced
}
