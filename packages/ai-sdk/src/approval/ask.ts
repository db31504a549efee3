import { andThen, askGate, runsOther, SHOWS_OTHER } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import { findSuspended, reportToolError, type Chat, type ToolGate } from '@interpose/core/adapter';
import {
  isProviderExecuted,
  type AppTool,
  type AppTools,
  type ExecuteOptions,
} from '../tools/tool-facts.ts';
import type { ChatRun } from '../run/host-run.ts';
import { AskedCall, inputFor } from '../tools/run-tool.ts';

/** The answer of an approval phase, in the form of v7 of the SDK. */
export type ApprovalStatus =
  | undefined
  | 'not-applicable'
  | 'approved'
  | 'denied'
  | 'user-approval'
  | { readonly type: string; readonly reason?: string };

/** One call for which the SDK asks whether it needs an approval. */
export interface ApprovalQuestion {
  readonly name: string;
  readonly tool: AppTool | undefined;
  readonly input: unknown;
  readonly toolCallId: string;
  /** The app's own rule, asked last, about the input that will run; undefined if the app has none. */
  readonly own?: ((input: unknown) => unknown) | undefined;
}

/** The answer to a question: a status for the SDK, or a call that must not run. */
type Decision =
  | { readonly kind: 'status'; readonly status: ApprovalStatus }
  | { readonly kind: 'stopped'; readonly text: string };

/** The verdict of the hooks about a call, and the question they were asked. */
interface Gated {
  readonly gate: ToolGate;
  readonly step: AskedCall;
}

/** The approval phase of one run: hooks are asked first, the app's own rules last. Both majors of the SDK ask here. */
export class Approvals {
  readonly #run: ChatRun;
  readonly #tools: AppTools;

  constructor(run: ChatRun, tools: AppTools) {
    this.#run = run;
    this.#tools = tools;
  }

  /** Answers v7. A denied call fails when it is executed, so that the model reads the same text in every version. */
  status(question: ApprovalQuestion): MaybePromise<ApprovalStatus> {
    return andThen(this.#decide(question), (decision) => {
      if (decision.kind === 'status') return decision.status;
      return question.tool?.execute === undefined
        ? { type: 'denied', reason: decision.text }
        : undefined;
    });
  }

  /**
   * Answers v6: true if a person has to be asked or, for a resumed call, was asked. A stopped call goes on to its
   * execution, which fails with the reason: v6 has no other way to say it.
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

  #decide(question: ApprovalQuestion): MaybePromise<Decision> {
    return andThen(this.#run.opened ?? this.#run.chat, (chat) => {
      if (!isGated(chat, question)) return this.#judge(chat, question, undefined);
      const step = this.#step(question);
      return andThen(this.#gate(chat, step, question.toolCallId), (gate) =>
        this.#judge(chat, question, gate && { gate, step }),
      );
    });
  }

  #judge(chat: Chat, question: ApprovalQuestion, gated: Gated | undefined): MaybePromise<Decision> {
    const { toolCallId } = question;
    const gate = gated?.gate;
    switch (gate?.kind) {
      case 'denied':
        return { kind: 'stopped', text: gate.text };
      case 'skip':
        return {
          kind: 'stopped',
          text:
            this.#run.remembered?.blocked.get(toolCallId) ??
            'Blocked: this tool runs at the client.',
        };
      case 'suspended':
        this.#run.suspended = true;
        return { kind: 'status', status: { type: 'user-approval', reason: gate.reason } };
      default:
        if (question.own === undefined) return SAYS_NOTHING;
        return this.#own(chat, question, gated);
    }
  }

  #gate(chat: Chat, step: AskedCall, toolCallId: string): MaybePromise<ToolGate | undefined> {
    if (!step.tool.known || !step.tool.enabled) return undefined;
    // Most calls leave nothing to remember, and making the memory costs more than asking the hooks.
    const block = (reason: string) => this.#run.memory.blocked.set(toolCallId, reason);
    return askGate(chat, step, block);
  }

  #step({ name, tool, input, toolCallId }: ApprovalQuestion): AskedCall {
    const seam = { run: this.#run, name, tool, tools: this.#tools };
    return new AskedCall(seam, input, { toolCallId });
  }

  /** Asks the app about the input that will run. A person sees the model's own input, and can approve nothing else. */
  async #own(chat: Chat, question: ApprovalQuestion, gated: Gated | undefined): Promise<Decision> {
    const { input, own, toolCallId } = question;
    const runs =
      gated?.gate.kind === 'run' ? inputFor(gated.gate.call, gated.step.call, input) : input;
    // If the app's own check throws, its error ends the run, as it does without hooks.
    const status = (await own?.(runs)) as ApprovalStatus;
    const type = statusType(status);
    if (type === 'user-approval') {
      if (gated !== undefined && runsOther(gated.gate, gated.step)) {
        const error = { message: SHOWS_OTHER, code: 'approval_mismatch' };
        await this.#reportDenial(chat, question, error);
        this.#run.memory.blocked.set(toolCallId, SHOWS_OTHER);
        return { kind: 'stopped', text: SHOWS_OTHER };
      }
      this.#run.suspended = true;
    }
    if (type === 'denied') {
      const reason = typeof status === 'object' ? status.reason : undefined;
      await this.#reportDenial(chat, question, { message: reason ?? 'Denied by toolApproval.' });
    }
    return { kind: 'status', status };
  }

  async #reportDenial(chat: Chat, question: ApprovalQuestion, error: object): Promise<void> {
    const { call, tool } = this.#step(question);
    await reportToolError(chat, { call, tool, cause: 'denied', error });
  }
}

const SAYS_NOTHING: Decision = { kind: 'status', status: undefined };

/** Whether hooks are asked here. For a provider's tool they were asked before the tool was offered. */
function isGated(chat: Chat, { tool }: ApprovalQuestion): boolean {
  return chat.intercepts('preToolCall') && (tool === undefined || !isProviderExecuted(tool));
}

/** Returns the type of a status, which is a text or an object. */
function statusType(status: ApprovalStatus): string | undefined {
  return typeof status === 'object' ? status.type : status;
}

/** Returns a function that asks the tool's own `needsApproval` and returns a status; undefined if the tool has none. */
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
