import type { BaseContext, Hooks, Policy } from '@interpose/core';

import { OpenChat, textOf } from './open-chat.ts';
import { checkRecordOptions, type RecordOptions } from './record-options.ts';
import { redacting } from './redacting.ts';
import { RotatingFile } from './rotating-file.ts';

/** The most open chats. Chats that never end must not fill the memory: the oldest is written as it is. */
const MOST_OPEN = 1000;

/** Runs before every other hook, to see the model's request and the tool's result unchanged. */
const FIRST_BEFORE = -1e9;
const FIRST_AFTER = 1e9;

/**
 * A policy that decides nothing and writes every chat as one JSON line, for replay, diff, learn and attack. The
 * policies of `redact` process payloads first. It observes only finished events, so streams flow unchanged.
 *
 * @example
 * createHooks({ policies: [record({ redact: [] })] });
 * @throws InterposeError `invalid_option` for options that cannot be.
 */
export function record(options: RecordOptions): Policy {
  const recorder = new Recorder(checkRecordOptions(options));
  return {
    name: 'record',
    version: '1.0.0',
    hooks: {
      preToolCall: { priority: FIRST_BEFORE, run: (ctx) => recorder.called(ctx) },
      onToolCallResult: {
        priority: FIRST_AFTER,
        run: (ctx) => recorder.ended(ctx, { content: textOf(ctx.result) }),
      },
      onToolCallError: {
        priority: FIRST_AFTER,
        run: (ctx) => recorder.ended(ctx, { content: '', error: ctx.error.message }),
      },
    },
    setup: (hooks) => recorder.listen(hooks),
  };
}

interface CallContext extends BaseContext {
  readonly call: { readonly id: string; readonly args: unknown };
}

class Recorder {
  readonly #options: Required<RecordOptions>;
  readonly #file: RotatingFile;
  readonly #redact: (value: unknown) => Promise<unknown>;
  readonly #open = new Map<string, OpenChat>();
  /** Why an open chat was not written: no hook waits for that, so the next chat that ends reports it. */
  #unwritten: Error | undefined;

  constructor(options: Required<RecordOptions>) {
    this.#options = options;
    this.#file = new RotatingFile(options.file, options.maxBytes, options.maxFiles);
    this.#redact = redacting(options.redact);
  }

  /** Registers hooks that go with the policy. */
  listen(hooks: Hooks): void {
    hooks.observe('onChatStart', (ctx) => void this.#chat(ctx));
    hooks.observe('onMessage', (ctx) => this.#chat(ctx).addMessage(ctx.message));
    hooks.observe('preRequest', (ctx) => this.#requested(ctx));
    hooks.observe('onDecision', ({ record: told }) => {
      if (told.decision !== 'allow' || told.steps !== undefined)
        this.#open.get(`${told.sessionId}/${told.chatId}`)?.addDecision(told);
    });
    hooks.observe('onChatDone', (ctx) => this.#end(ctx, ctx.reason));
    hooks.observe('onChatAbort', (ctx) => this.#end(ctx, 'aborted'));
    hooks.observe('onChatError', (ctx) => this.#end(ctx, 'error'));
  }

  called(ctx: CallContext): void {
    this.#chat(ctx).addCall(ctx.call.id, ctx.call.args);
  }

  ended(ctx: CallContext, outcome: Readonly<Record<string, unknown>>): void {
    this.#chat(ctx).addOutcome(ctx.call.id, outcome);
  }

  #requested(
    ctx: BaseContext & {
      readonly request: {
        readonly instructions?: string;
        readonly tools?: readonly { readonly name: string }[];
      };
    },
  ): void {
    const chat = this.#chat(ctx);
    chat.instructions ??= ctx.request.instructions;
    if (ctx.request.tools !== undefined) chat.tools = ctx.request.tools.map(({ name }) => name);
  }

  #chat(ctx: BaseContext): OpenChat {
    const key = keyOf(ctx);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const { session, chatId, parentChatId, at, agent, user } = ctx;
    const chat = new OpenChat(
      { session: session.id, chat: chatId, parent: parentChatId, at, agent, user },
      this.#options.maxMessages,
    );
    this.#open.set(key, chat);
    const oldest = this.#open.size > MOST_OPEN ? this.#open.entries().next().value : undefined;
    if (oldest !== undefined) {
      this.#open.delete(oldest[0]);
      this.#write(oldest[1], 'left open').catch((error: Error) => (this.#unwritten ??= error));
    }
    return chat;
  }

  async #end(ctx: BaseContext, ended: string): Promise<void> {
    const chat = this.#chat(ctx);
    this.#open.delete(keyOf(ctx));
    await this.#write(chat, ended);
    const error = this.#unwritten;
    this.#unwritten = undefined;
    if (error !== undefined) throw error;
  }

  async #write(chat: OpenChat, ended: string): Promise<void> {
    await this.#file.write(JSON.stringify(await chat.toRow(ended, this.#redact)));
  }
}

function keyOf({ session, chatId }: BaseContext): string {
  return `${session.id}/${chatId}`;
}
