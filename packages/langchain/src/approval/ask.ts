import { InterposeError, type ToolCall } from '@interpose/core';
import { isDict } from '@interpose/adapter-kit';
import type { SuspendedCall, ToolStep } from '@interpose/core/adapter';
import { ambiguousAnswer, type SuspendedAsk } from './resume.ts';
import type { ChatRun } from '../run/host-run.ts';
import { listIn, type NativeTool, type RunnableConfig } from '../translate/native.ts';

/** One call of a tool that may need the approval of a person. */
export interface AskedExecution {
  readonly run: ChatRun;
  readonly tool: NativeTool;
  readonly id: string;
  readonly config: RunnableConfig | undefined;
}

/** The decision of a person about this call, for its second round. */
export type PersonsDecision = Pick<ToolStep<unknown>, 'approval' | 'resumed'>;

/**
 * Pauses the graph for a person. It returns only if the graph was resumed without this adapter knowing of the ask; the
 * answer then has to name the interrupt.
 *
 * @throws what LangGraph throws to pause, or InterposeError `resume_ambiguous`.
 */
export async function suspendCall(
  asked: AskedExecution,
  { call, reason, token }: SuspendedCall,
): Promise<PersonsDecision> {
  const ask: SuspendedAsk = {
    actionRequests: [{ name: call.name, args: call.args, description: reason }],
    reviewConfigs: [{ actionName: call.name, allowedDecisions: ['approve', 'edit', 'reject'] }],
    toolCallId: call.id,
    token,
  };
  if (wasResumedByOne(asked.config)) throw ambiguousAnswer();
  return decide(asked, ask, await interruptWith(ask));
}

/** Whether the graph was resumed with one answer that does not name an interrupt. */
function wasResumedByOne(config: RunnableConfig | undefined): boolean {
  const scratchpad = config?.configurable?.['__pregel_scratchpad'];
  if (!isDict(scratchpad) || scratchpad['nullResume'] === undefined) return false;
  const own = listIn(scratchpad['resume']).length;
  return own <= Number(scratchpad['interruptCounter']) + 1;
}

/**
 * Returns the decision of a person about this call, if the run resumes it. LangGraph returns the answer for this
 * interrupt, or pauses again if there is none.
 */
export async function personsDecision(asked: AskedExecution): Promise<PersonsDecision> {
  const ask = asked.run.pending?.get(asked.id);
  return ask === undefined ? {} : decide(asked, ask, await interruptWith(ask));
}

async function decide(
  { run, tool, id }: AskedExecution,
  ask: SuspendedAsk,
  answer: unknown,
): Promise<PersonsDecision> {
  const decision = readDecision(answer);
  if (decision.kind === 'edit') {
    const change: ToolCall = { id, name: decision.name ?? tool.name, args: decision.args };
    await answerToken(run, ask.token, { approved: true, change });
  } else if (decision.kind === 'reject' && decision.reason !== undefined) {
    await answerToken(run, ask.token, { approved: false, reason: decision.reason });
  }
  return { approval: decision.kind === 'reject' ? 'no' : 'yes', resumed: true };
}

/** Tells core the answer. A token that was used or has expired decides nothing; the person's yes or no still counts. */
async function answerToken(
  run: ChatRun,
  token: string,
  answer: Parameters<ChatRun['hooks']['resume']>[1],
): Promise<void> {
  await run.hooks.resume(token, answer).catch((error: unknown) => {
    if (!(error instanceof InterposeError) || error.code !== 'token_unknown') throw error;
  });
}

type Decision =
  | { readonly kind: 'approve' }
  | { readonly kind: 'edit'; readonly name: string | undefined; readonly args: ToolCall['args'] }
  | { readonly kind: 'reject'; readonly reason: string | undefined };

/** Reads one decision, alone or as the only one in LangChain's list. Anything else counts as no. */
function readDecision(answer: unknown): Decision {
  const list =
    isDict(answer) && Array.isArray(answer['decisions']) ? answer['decisions'] : [answer];
  const decision: unknown = list.length === 1 ? list[0] : undefined;
  if (!isDict(decision)) return { kind: 'reject', reason: undefined };
  const { message, editedAction } = decision;
  if (decision['type'] === 'approve') return { kind: 'approve' };
  if (decision['type'] === 'edit' && isDict(editedAction) && isDict(editedAction['args'])) {
    const { name, args } = editedAction;
    return { kind: 'edit', name: typeof name === 'string' ? name : undefined, args };
  }
  return { kind: 'reject', reason: typeof message === 'string' ? message : undefined };
}

/** Calls LangGraph's own `interrupt`. It is loaded late, since models and tools work without LangGraph. */
async function interruptWith(ask: SuspendedAsk): Promise<unknown> {
  const { interrupt } = await import('@langchain/langgraph');
  return interrupt(ask);
}
