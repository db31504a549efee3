import {
  createHooks,
  type AnyVerdict,
  type Dict,
  type HooksOptions,
  type Policy,
  type ToolAnnotations,
} from '@interpose/core';
import { openChat, type Chat } from '@interpose/core/adapter';

/** A session to which a test reports events one by one. */
export class ToldSession {
  readonly chat: Chat;
  #calls = 0;

  private constructor(chat: Chat) {
    this.chat = chat;
  }

  /** Opens a session under this policy. Nobody answers its questions. */
  static async under(
    policy: Policy,
    options: Omit<HooksOptions, 'policies'> & { readonly id?: string } = {},
  ): Promise<ToldSession> {
    const { id, ...hooksOptions } = options;
    const hooks = createHooks({ ...hooksOptions, policies: [policy] });
    return new ToldSession(
      await openChat(hooks, {
        host: { framework: 'test', version: '' },
        agent: { id: 'agent' },
        ...(id === undefined ? {} : { session: { id } }),
      }),
    );
  }

  /** Dispatches a message of the user. */
  async says(text: string): Promise<void> {
    await this.chat.dispatch('onUserMessage', {
      message: { role: 'user', content: [{ type: 'text', text }] },
    });
  }

  /** Dispatches the result of a tool. */
  async reads(name: string, result: unknown, args: Dict = {}): Promise<void> {
    const call = { id: `read_${(this.#calls += 1)}`, name, args };
    const ending = {
      call,
      originalCall: call,
      tool: toolOf(name),
      durationMs: 0,
      synthetic: false,
    };
    await this.chat.dispatch('onToolCallResult', { ...ending, result });
  }

  /** Dispatches a tool call of the model and returns the verdict. */
  async calls(name: string, args: Dict, annotations?: ToolAnnotations): Promise<AnyVerdict> {
    const call = { id: `call_${(this.#calls += 1)}`, name, args };
    return this.chat.dispatch('preToolCall', { call, tool: toolOf(name, annotations) });
  }

  /** Dispatches a tool call and, if it runs or is answered in its place, its result. Returns the outcome. */
  async does(name: string, args: Dict, how: 'ran' | 'answered' = 'ran'): Promise<string> {
    const call = { id: `call_${(this.#calls += 1)}`, name, args };
    const tool = toolOf(name);
    const verdict = await this.chat.dispatch('preToolCall', { call, tool });
    const synthetic = how === 'answered';
    if (verdict.decision === 'deny' && !synthetic) return verdict.code ?? 'denied';
    const ending = { call, originalCall: call, tool, durationMs: 0, synthetic };
    await this.chat.dispatch('onToolCallResult', { ...ending, result: 'done' });
    return synthetic ? how : verdict.decision;
  }

  /** Returns the outcome of a call in one word: its decision, or the code of a denial. */
  async fate(name: string, args: Dict, annotations?: ToolAnnotations): Promise<string> {
    const verdict = await this.calls(name, args, annotations);
    return verdict.decision === 'deny' ? (verdict.code ?? 'denied') : verdict.decision;
  }
}

function toolOf(name: string, annotations?: ToolAnnotations) {
  const tool = { name, origin: 'local', known: true, enabled: true } as const;
  return annotations === undefined ? tool : { ...tool, annotations };
}
