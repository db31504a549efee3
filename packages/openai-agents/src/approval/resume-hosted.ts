import { cloneWith } from '@interpose/adapter-kit';
import type { RunToolApprovalItem } from '@openai/agents-core';
import type { AgentRun } from '../run/host-run.ts';
import { HostedCalls } from '../run/hosted-calls.ts';
import { keepHints } from '../tools/provider-tools.ts';
import { idOf } from '../translate/hosted-name.ts';
import type { NativeContext, NativeResponse, NativeTool } from '../translate/native.ts';
import { answerTo, gateRequest, type Request } from './hosted-approval.ts';
import { wasNamed } from './standing.ts';

/** A request in the answer that an interrupted run left, and the agent's tool for its server. */
export interface LeftRequest {
  mcpTool: NativeTool;
  readonly requestItem: RunToolApprovalItem;
}

/** What an interrupted run left for the run that goes on with it. */
interface Left {
  readonly context: NativeContext;
  readonly requests: readonly LeftRequest[];
  readonly responses: readonly Pick<NativeResponse, 'output'>[];
}

/** Asks hooks again about the calls that a person approved, since they may judge by other rules by now. */
export async function gateApproved(
  run: AgentRun,
  { context, requests, responses }: Left,
): Promise<void> {
  const approved = requests.filter(({ requestItem }) => answerTo(context, requestItem) === true);
  if (approved.length === 0) return;
  const hosted = (run.hosted ??= new HostedCalls());
  for (const { output } of responses) for (const item of output) keepHints(hosted.hints, item);
  for (const { requestItem, mcpTool: tool } of approved) {
    const item = requestItem.rawItem as Request;
    const isOnly = approved.filter((each) => each.requestItem.name === requestItem.name).length < 2;
    const isYes = isMeant(context, requestItem, isOnly);
    await gateRequest(run, hosted, item, { tool, ...(isYes && { approval: 'yes' }) });
    const waiting = hosted.asked.get(idOf(item));
    if (waiting) hosted.answers.set(idOf(item), { approve: false, reason: waiting.reason });
  }
  if (hosted.answers.size > 0) for (const request of approved) answer(hosted, context, request);
}

/** Carries out the answer to one call. SDK 0.11.8 asks the tool's callback first, which gives the same answers. */
function answer({ answers }: HostedCalls, context: NativeContext, left: LeftRequest): void {
  const { requestItem } = left;
  const id = idOf(requestItem.rawItem as Request);
  const given = answers.get(id) ?? { approve: true };
  answers.set(id, given);
  if (!given.approve)
    context.rejectTool(requestItem, given.reason ? { message: given.reason } : {});
}

/** Whether the yes of a person was for this call: by itself, or among those that they approved for good. */
function isMeant(context: NativeContext, request: RunToolApprovalItem, isOnly: boolean): boolean {
  const { rawItem, agent } = request;
  const id = crypto.randomUUID();
  const { providerData } = rawItem;
  const other = { ...rawItem, id, providerData: { ...providerData, id } };
  // A call that nobody knows is approved only where its tool is, for good.
  if (answerTo(context, cloneWith(request, { rawItem: other as Request })) !== true) return true;
  return wasNamed(context, { name: agent.name }, rawItem as Request, isOnly);
}
