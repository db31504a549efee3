import { isThenable, offerTools } from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { approves, withJudgedAnswers } from '../approval/hosted-approval.ts';
import { shownComponents } from '../coverage/inventory.ts';
import type { ModelCall, PreparedCall } from './model-call.ts';
import type { Body } from '../translate/native.ts';
import { isHosted } from '../tools/provider-tools.ts';
import { requireEnforced } from '../coverage/require-enforced.ts';

/**
 * Removes the tools that are not on offer from a call: tools of disabled scopes, and components and tools of the
 * provider that a policy denied. Outputs of calls that reached no tool are replaced by the text that hooks left, and
 * approvals of calls that hooks deny by a no. A body that needs no change stays as it is.
 */
export async function prepareCall(chat: Chat, call: ModelCall, given: Body): Promise<PreparedCall> {
  const { run, dialect } = call;
  if (run.beforeRequest !== undefined) await run.beforeRequest(chat);
  const outputs = run.remembered?.outputs;
  const told =
    outputs === undefined || outputs.size === 0 ? given : dialect.withOutputs(given, outputs);
  const isJudged = chat.listens('preToolCall') && approves(told);
  const body = isJudged ? await withJudgedAnswers(chat, run, told) : told;
  const offered = dialect.offered(body);
  requireEnforced(run, body, offered);
  const offering = offerTools(chat, {
    tools: offered,
    nameOf: ({ name }) => name,
    isHosted,
    shown: () => shownComponents(run, body, offered),
    run,
  });
  const tools = isThenable(offering) ? await offering : offering;
  if (tools === offered) return { ...call, chat, body, tools, isPrepared: body !== given };
  const natives = tools.map(({ native }) => native);
  return { ...call, chat, body: dialect.offering(body, natives), tools, isPrepared: true };
}
