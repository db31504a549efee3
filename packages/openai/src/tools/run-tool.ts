import { asText, fatalTo, formatArguments, toldInstead } from '@interpose/adapter-kit';
import type { ToolCall } from '@interpose/core';
import {
  answerWith,
  runInChat,
  toolCycle,
  type Chat,
  type ToolOutcome,
} from '@interpose/core/adapter';
import type { RunnableTool } from './tool-facts.ts';
import { noteOwnError } from '../run/watch-runner.ts';
import type { ClaimedCall, ToolLoop } from './tool-loop.ts';

/** One execution of a tool; the SDK passes it from `parse` to the function in place of the arguments. */
export interface Execution {
  readonly tool: RunnableTool;
  readonly loop: ToolLoop;
  readonly claimed: ClaimedCall;
  /** The arguments as the tool's own `parse` left them. */
  readonly parsed: unknown;
}

/**
 * Runs a tool through the hooks, and returns the text or value that the model reads.
 *
 * @throws the abort reason, the error of a hook that ends the run, or the tool's own error if no hook can answer it.
 */
export async function runTool(
  execution: Execution,
  ...given: readonly unknown[]
): Promise<unknown> {
  const { tool, loop, claimed } = execution;
  const { run } = loop;
  const { chat } = run;
  const call = run.callOf(claimed.id, tool.name, claimed.text);
  let began = false;
  try {
    const outcome = await toolCycle<unknown>(chat, {
      call,
      tool: run.describe(tool.name, tool),
      index: claimed.index,
      find: (name) => run.describe(name, loop.tools.get(name)),
      run: async (effective) => {
        const same = effective.args === call.args;
        const { target, args } = await read(execution, effective, same, began);
        began = true;
        return runInChat(chat, () => target.run(args, ...given));
      },
      result: run.copy,
      native: claimed.native,
    });
    // An error of parsing goes to the model, as in the SDK.
    const threw = began && outcome.kind === 'error' && 'thrown' in outcome;
    if (threw && !chat.intercepts('onToolCallError')) return Promise.reject(outcome.thrown);
    const output = outcome.kind === 'result' ? outcome.result : toldInstead(outcome);
    return tool.name === loop.last ? await answer(chat, loop, outcome, output) : output;
  } catch (error) {
    noteOwnError(error);
    return fatalTo(run)(error);
  }
}

/**
 * Returns the tool to run and its arguments. They are parsed again by the tool that gets them if a hook changed them,
 * and if the tool ran before: it may have written to those that it got then.
 */
async function read(
  { tool, loop, claimed, parsed }: Execution,
  call: ToolCall,
  same: boolean,
  again: boolean,
): Promise<{ readonly target: RunnableTool; readonly args: unknown }> {
  const target = call.name === tool.name ? tool : (loop.tools.get(call.name) ?? tool);
  const untouched = same && target === tool;
  const text = untouched ? claimed.text : formatArguments(call.args, claimed.text);
  const args =
    untouched && !again ? parsed : target.parse === undefined ? text : await target.parse(text);
  return { target, args };
}

/** Returns the final answer: the result of the tool that `tool_choice` names. No model call follows. */
async function answer(
  chat: Chat,
  { run }: ToolLoop,
  outcome: ToolOutcome<unknown>,
  output: unknown,
): Promise<unknown> {
  if (outcome.kind !== 'result') return output;
  const text = asText(output, 'undefined');
  const answered = await answerWith(chat, {
    role: 'assistant',
    content: [{ type: 'text', text }],
  });
  if (answered.kind === 'denied') {
    run.refusal = answered.denial;
    return answered.text;
  }
  const [part] = answered.message.content;
  return part?.type === 'text' && part.text !== text ? part.text : output;
}
