import { asText, describeTool, fatalTo, toldInstead } from '@interpose/adapter-kit';
import type { MaybePromise, ToolCall } from '@interpose/core';
import { reportToolError, runInChat, toolCycle, type ToolOutcome } from '@interpose/core/adapter';
import type { CallRun } from '../run/host-run.ts';
import { isDict, textOf, type Body } from '../translate/native.ts';
import type { ResponsesRunner, Turn } from '../targets/shapes.ts';

/** The hooks of a tool runner, which has one run at a time. */
export class ResponsesLoop {
  readonly #runner: ResponsesRunner;
  /** Unknown names that were added to the runner's functions, because it would stop at a call that it cannot run. */
  readonly #unknown = new Set<string>();
  #run: CallRun | undefined;

  constructor(runner: ResponsesRunner) {
    this.#runner = runner;
  }

  /** Passes on the turns of a run, and ends the chat in the way the run ended for the caller. */
  async *follow(run: CallRun, iterate: () => AsyncGenerator): AsyncGenerator {
    // A runner that is busy refuses a second run itself.
    if (this.#run !== undefined) {
      yield* iterate();
      return;
    }
    this.#run = run;
    let ending: (() => MaybePromise<void>) | undefined;
    try {
      for await (const turn of iterate()) {
        // A caller that waits only for the final answer stops reading here.
        if (isDict(turn) && turn['final'] === true) ending = () => run.done();
        yield turn;
      }
      ending = () => run.done();
    } catch (error) {
      // The runner hides its error; an error of a policy goes to the caller as it is.
      const shown = (run.fatal ?? run.failure)?.error ?? withCause(error, run.answered);
      ending = () => run.failed(shown);
      throw shown;
    } finally {
      for (const name of this.#unknown) this.#runner.functions.delete(name);
      this.#unknown.clear();
      this.#run = undefined;
      await (ending?.() ?? run.aborted(new DOMException('The run was left.', 'AbortError')));
    }
  }

  admit({ type, name }: Body): void {
    const { functions } = this.#runner;
    if (this.#run === undefined || type !== 'function_call' || typeof name !== 'string') return;
    if (functions.has(name)) return;
    this.#unknown.add(name);
    functions.set(name, { execute: () => '' });
  }

  prepare(item: Body, turn: Turn, signal: AbortSignal | undefined, own: () => void): void {
    const run = this.#run;
    const id = textOf(item['call_id']) ?? '';
    if (run === undefined || item['type'] !== 'function_call' || turn.functions.has(id))
      return own();
    const name = textOf(item['name']) ?? '';
    if (this.#unknown.has(name)) {
      turn.functions.set(id, () => this.#report(run, item, 'unknown', `There is no tool ${name}.`));
      return;
    }
    try {
      own();
    } catch (error) {
      turn.functions.set(id, () => this.#report(run, item, 'invalid', error));
      return;
    }
    const execute = turn.functions.get(id);
    if (execute !== undefined)
      turn.functions.set(id, () => this.#execute(run, item, execute, signal));
  }

  async #report(
    run: CallRun,
    native: Body,
    cause: 'unknown' | 'invalid',
    error: unknown,
  ): Promise<unknown> {
    const call = callOf(native, run);
    const known = cause === 'unknown' ? undefined : this.#toolOf(call.name);
    const tool = describeTool(call.name, known, run.hooks);
    return forModel(await reportToolError(run.chat, { call, tool, cause, error, native }));
  }

  async #execute(
    run: CallRun,
    native: Body,
    execute: () => unknown,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const { chat } = run;
    const call = callOf(native, run);
    const describe = (name: string) => run.describe(name, this.#toolOf(name));
    const act = (changed: ToolCall) =>
      changed.args === call.args && changed.name === call.name
        ? execute()
        : this.#again(changed, signal);
    const outcome = await toolCycle<unknown>(chat, {
      call,
      tool: describe(call.name),
      find: describe,
      run: (changed) => runInChat(chat, () => act(changed)),
      result: run.copy,
      native,
    }).catch(fatalTo(run));
    return forModel(outcome);
  }

  /** Runs a function with arguments that a hook changed; they pass the function's own `prepare`, if it has one. */
  #again({ name, args }: ToolCall, signal: AbortSignal | undefined): unknown {
    const found = this.#runner.functions.get(name);
    if (found?.prepare !== undefined) return found.prepare(args)();
    return signal === undefined ? found?.execute(args) : found?.execute(args, { signal });
  }

  #toolOf(name: string): { readonly description: string | undefined } | undefined {
    const declared = this.#runner.declarations.find((tool) => tool['name'] === name);
    return declared === undefined ? undefined : { description: textOf(declared['description']) };
  }
}

/** Sets the provider's error as the cause of an error that has none. */
function withCause(error: unknown, cause: unknown): unknown {
  if (error instanceof Error && cause !== undefined && error.cause === undefined)
    Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
  return error;
}

function callOf(item: Body, run: CallRun): ToolCall {
  const { call_id: id, name, arguments: text } = item;
  return run.callOf(textOf(id) ?? '', textOf(name) ?? '', textOf(text) ?? '');
}

/** Returns the output of a call for the model: the runner takes a text, or an array of content blocks. */
function forModel(outcome: ToolOutcome<unknown>): unknown {
  if (outcome.kind !== 'result') return toldInstead(outcome);
  const { result } = outcome;
  return Array.isArray(result) ? result : asText(result, 'undefined');
}
