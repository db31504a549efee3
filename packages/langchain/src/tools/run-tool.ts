import { textOf, type ToolCall } from '@interpose/core';
import { asText, fatalTo, isDict, readArguments } from '@interpose/adapter-kit';
import { toolCycle, type ToolOutcome, type ToolStep } from '@interpose/core/adapter';
import { personsDecision, suspendCall, type AskedExecution } from '../approval/ask.ts';
import { agentOf, aroundTask, taskIn } from '../delegation/delegated-task.ts';
import { isBubbleUp, notePause } from '../run/host-run.ts';
import { judgeAnswer } from '../run/judge-answer.ts';
import { inToolScope } from '../run/tool-scope.ts';
import { toolFor } from './tool-facts.ts';
import type { NativeTool, RunManager } from '../translate/native.ts';
import { answerOf, resultFromContract, resultToContract } from '../translate/tool-result.ts';

/** One execution of a tool, as the tool node asks for it, with parsed arguments. */
export interface Execution extends AskedExecution {
  readonly input: unknown;
  readonly runManager: RunManager | undefined;
  /** The part of the tool that was called, if one was. */
  readonly part?: unknown;
  /** Runs the tool itself, or another tool that a policy sent the call to. */
  readonly act: (input: unknown, other: NativeTool | undefined) => unknown;
}

/** Runs a tool through its gates. */
export async function runTool(execution: Execution): Promise<unknown> {
  const { run, id } = execution;
  run.memory.open.delete(id);
  try {
    let cycled = await cycle(execution, await personsDecision(execution));
    while (cycled.outcome.kind === 'suspended')
      cycled = await cycle(execution, await suspendCall(execution, cycled.outcome));
    return await settle(execution, cycled.outcome, cycled.native);
  } catch (error) {
    notePause(run, error);
    throw error;
  }
}

interface Cycled {
  readonly outcome: ToolOutcome<unknown>;
  readonly native: unknown;
}

/** Runs a tool call through core's cycle. If a graph pauses inside the tool, the cycle stays without an end. */
async function cycle(execution: Execution, decision: object): Promise<Cycled> {
  const { run, tool, id, config } = execution;
  const pause = Promise.withResolvers<never>();
  let native: unknown;
  const step: ToolStep<unknown> = {
    call: { id, name: tool.name, args: run.copy(readArguments(execution.input)) },
    tool: toolFor(tool.name, tool, run),
    args: () => readArguments(execution.input),
    find: (name) => toolFor(name, run.tools.get(name), run),
    run: (allowed) =>
      act(execution, allowed, step.call).then(
        (result) => (native = result),
        (error: unknown) => {
          if (!isBubbleUp(error)) throw error;
          pause.reject(error);
          return new Promise<never>(() => undefined);
        },
      ),
    result: (value) => resultToContract(value, tool, id, run.copy),
    native: config,
    ...decision,
  };
  // The tool node would show the model such an error. This way the error ends the run, at the next model call.
  const cycling = toolCycle(run.chat, step).catch(fatalTo(run));
  return { outcome: await Promise.race([cycling, pause.promise]), native };
}

async function act(execution: Execution, allowed: ToolCall, asked: ToolCall): Promise<unknown> {
  const { run, tool, id, config } = execution;
  const other = allowed.name === tool.name ? undefined : run.tools.get(allowed.name);
  const input = inputFor(allowed, asked, execution.input);
  const agent = agentOf(other ?? tool, allowed);
  const task = taskIn(other ?? tool, allowed);
  const parts = execution.part === undefined ? undefined : [execution.part];
  const running = (given: unknown): Promise<unknown> => {
    const scope = {
      tool: other ?? tool,
      agent,
      isDelegated: task !== undefined,
      input: given,
      parts,
    };
    return inToolScope(run, scope, async () => {
      const result: unknown = await execution.act(given, other);
      return isAsyncGenerator(result) ? drain(execution, result) : result;
    });
  };
  return task ? aroundTask(run, { id, tool, config, task }, input, running) : running(input);
}

/** Returns the input after the hooks: the host's own object unless they changed the arguments. */
function inputFor(allowed: ToolCall, asked: ToolCall, input: unknown): unknown {
  if (allowed.args === asked.args) return input;
  return isDict(input) || !('input' in allowed.args) ? allowed.args : allowed.args['input'];
}

async function settle(
  execution: Execution,
  outcome: Exclude<ToolOutcome<unknown>, { kind: 'suspended' }>,
  native: unknown,
): Promise<unknown> {
  const { tool, id, config } = execution;
  if (outcome.kind !== 'result') return answerOf(outcome, tool, config?.toolCall?.id);
  const result = outcome.changed
    ? resultFromContract(outcome.result, native, tool, id)
    : outcome.result;
  return tool.returnDirect === true && config?.toolCall !== undefined
    ? finalResult(execution, result)
    : result;
}

/** Takes a result that the agent returns as its answer through the gate of answers. */
function finalResult({ run, tool, id }: Execution, native: unknown): Promise<unknown> {
  const refusal = (text: string): unknown => resultFromContract(text, native, tool, id);
  return judgeAnswer(run, {
    native,
    read() {
      const text = asText(resultToContract(native, tool, id, run.copy));
      return { role: 'assistant', content: [{ type: 'text', text }] };
    },
    write: (message) => refusal(textOf(message)),
    refusal,
  });
}

/** Whether a tool returned a generator, with which it reports progress. */
function isAsyncGenerator(value: unknown): value is AsyncGenerator {
  return isDict(value) && Symbol.asyncIterator in value && typeof value['next'] === 'function';
}

/**
 * Reads the generator to its end and returns its result. Progress is passed on at once, unless a hook may still
 * withhold the result, which progress could give away.
 */
async function drain(
  { run: { chat }, runManager }: Execution,
  steps: AsyncGenerator,
): Promise<unknown> {
  const isHeld = chat.intercepts('onToolCallResult');
  for (;;) {
    const step: IteratorResult<unknown, unknown> = await steps.next();
    const { done, value } = step;
    if (done === true) return value;
    if (chat.signal.aborted) {
      await steps.return(undefined);
      throw chat.signal.reason;
    }
    if (!isHeld) await runManager?.handleToolEvent?.(value);
  }
}
