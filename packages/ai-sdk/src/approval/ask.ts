import { askGate, runsOther, SHOWS_OTHER, type Question } from '@interpose/adapter-kit';
import { findSuspended, reportToolError, type Chat, type ToolGate } from '@interpose/core/adapter';
import {
  isProviderExecuted,
  type AppTool,
  type AppTools,
  type ExecuteOptions,
} from '../tools/tool-facts.ts';
import type { ChatRun } from '../run/host-run.ts';
import { inputFor, toolStep } from '../tools/run-tool.ts';

/** What an approval phase says to v7 of the SDK. */
export type ApprovalStatus =
  | undefined
  | 'not-applicable'
  | 'approved'
  | 'denied'
  | 'user-approval'
  | { readonly type: string; readonly reason?: string };

/** One call in its approval phase. */
export interface ApprovalQuestion {
  readonly name: string;
  readonly tool: AppTool | undefined;
  readonly input: unknown;
  readonly toolCallId: string;
  /** What the app's own configuration says of the input that will run; asked last. Absent where it says nothing. */
  readonly own?: ((input: unknown) => unknown) | undefined;
}

/** What became of a question: a status to give, or a call that must not run. */
type Decision =
  | { readonly kind: 'status'; readonly status: ApprovalStatus }
  | { readonly kind: 'stopped'; readonly text: string };

/** What the gate said of a call, and what it was asked. */
interface Gated {
  readonly gate: ToolGate;
  readonly step: Question;
}

/** The approval phase of one run: the gate first, then the app's own rules. Both majors of the SDK ask here. */
export class Approvals {
  readonly #run: ChatRun;
  readonly #tools: AppTools;

  constructor(run: ChatRun, tools: AppTools) {
    this.#run = run;
    this.#tools = tools;
  }

  /** Answers v7. A denial is carried out at execution, where the model reads the same text in every version. */
  async status(question: ApprovalQuestion): Promise<ApprovalStatus> {
    const decision = await this.#decide(question);
    if (decision.kind === 'status') return decision.status;
    return question.tool?.execute === undefined
      ? { type: 'denied', reason: decision.text }
      : undefined;
  }

  /**
   * Answers v6: true asks a person, and on resume says that a person was asked. A call that is stopped
   * goes on to its execution, which fails with the reason; v6 has no other way to say it.
   */
  async needed(
    name: string,
    tool: AppTool,
    input: unknown,
    options: ExecuteOptions,
  ): Promise<boolean> {
    const { toolCallId } = options;
    const answered = this.#run.answers.has(toolCallId);
    const asked = answered && (await findSuspended(this.#run.hooks, toolCallId)) !== undefined;
    const own = ownNeed(tool, options);
    const decision = await this.#decide({ name, tool, input, toolCallId, own });
    if (decision.kind === 'stopped') return answered;
    return asked || statusType(decision.status) === 'user-approval';
  }

  async #decide(question: ApprovalQuestion): Promise<Decision> {
    const chat = this.#run.opened ?? (await this.#run.chat);
    const { toolCallId } = question;
    const step = isGated(chat, question) ? this.#step(question) : undefined;
    const gate = step && (await this.#gate(chat, step, toolCallId));
    switch (gate?.kind) {
      case 'denied':
        return { kind: 'stopped', text: gate.text };
      case 'skip':
        return {
          kind: 'stopped',
          text:
            this.#run.noted?.blocked.get(toolCallId) ?? 'Blocked: this tool runs at the client.',
        };
      case 'suspended':
        this.#run.suspended = true;
        return { kind: 'status', status: { type: 'user-approval', reason: gate.reason } };
      default:
        if (question.own === undefined) return SAYS_NOTHING;
        return this.#own(chat, question, gate && { gate, step });
    }
  }

  #gate(chat: Chat, step: Question, toolCallId: string): Promise<ToolGate> | undefined {
    if (!step.tool.known || !step.tool.enabled) return undefined;
    // Most calls leave no note, and making what holds them costs more than the gate.
    const block = (reason: string) => this.#run.notes.blocked.set(toolCallId, reason);
    return askGate(chat, step, block);
  }

  #step({ name, tool, input, toolCallId }: ApprovalQuestion): Question {
    const seam = { run: this.#run, name, tool, tools: this.#tools };
    return toolStep(seam, input, { toolCallId });
  }

  /** Asks the app about the input that will run. The person is shown the model's own, and says yes to nothing else. */
  async #own(chat: Chat, question: ApprovalQuestion, gated: Gated | undefined): Promise<Decision> {
    const { input, own, toolCallId } = question;
    const runs =
      gated?.gate.kind === 'run' ? inputFor(gated.gate.call, gated.step.call, input) : input;
    let status: ApprovalStatus;
    try {
      status = (await own?.(runs)) as ApprovalStatus;
    } catch {
      return this.#stop(toolCallId, 'Blocked by toolApproval: the approval check failed.');
    }
    const type = statusType(status);
    if (type === 'user-approval') {
      if (gated !== undefined && runsOther(gated.gate, gated.step)) {
        const error = { message: SHOWS_OTHER, code: 'approval_mismatch' };
        await this.#reportDenial(chat, question, error);
        return this.#stop(toolCallId, SHOWS_OTHER);
      }
      this.#run.suspended = true;
    }
    if (type === 'denied') {
      const reason = typeof status === 'object' ? status.reason : undefined;
      await this.#reportDenial(chat, question, { message: reason ?? 'Denied by toolApproval.' });
    }
    return { kind: 'status', status };
  }

  #stop(toolCallId: string, text: string): Decision {
    this.#run.notes.blocked.set(toolCallId, text);
    return { kind: 'stopped', text };
  }

  async #reportDenial(chat: Chat, question: ApprovalQuestion, error: object): Promise<void> {
    const { call, tool } = this.#step(question);
    await reportToolError(chat, { call, tool, cause: 'denied', error });
  }
}

const SAYS_NOTHING: Decision = { kind: 'status', status: undefined };

/** The gate of a tool at the provider was asked before the tool was offered. */
function isGated(chat: Chat, { tool }: ApprovalQuestion): boolean {
  return chat.intercepts('preToolCall') && (tool === undefined || !isProviderExecuted(tool));
}

/** The type of a status, whichever way it is written. */
function statusType(status: ApprovalStatus): string | undefined {
  return typeof status === 'object' ? status.type : status;
}

/** Asks the tool itself, where it has a `needsApproval`; what that says comes back as a status. */
export function ownNeed(
  tool: AppTool,
  options: object,
): ((input: unknown) => Promise<ApprovalStatus>) | undefined {
  const { needsApproval } = tool;
  if (needsApproval === undefined) return undefined;
  return async (input) => {
    const needed: unknown =
      typeof needsApproval === 'function'
        ? await Reflect.apply(needsApproval, tool, [input, options])
        : needsApproval;
    return needed === true ? 'user-approval' : undefined;
  };
}
