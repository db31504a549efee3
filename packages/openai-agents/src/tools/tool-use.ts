import { asText, madeOnce, textIn } from '@interpose/adapter-kit';
import { DeniedError } from '@interpose/core';
import { answerWith } from '@interpose/core/adapter';
import { appCode, currentFrame } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import { toldOf } from './hook-tools.ts';
import type { NativeAgent } from '../translate/native.ts';

type ToolUse = NativeAgent['toolUseBehavior'];
type Judge = Extract<ToolUse, (...given: never[]) => unknown>;
type Results = Parameters<Judge>[1];
type Decision = Awaited<ReturnType<Judge>>;

const GO_ON: Decision = { isFinalOutput: false, isInterrupted: undefined };

type Judged = Exclude<ToolUse, 'run_llm_again'>;

const judges = new WeakMap<object, Judge>();
/** The key for behaviours that are a text. */
const FIRST_TOOL = {};

/**
 * Returns the behaviour as the app set it, since the SDK compares it with that of an earlier run. If hooks have a say
 * in the answer, returns a function that shows them a tool result before it becomes the answer; the same one in every
 * run, since a state to resume holds it. A function of the app gets the app's own tools, not the hooked ones.
 */
export function judgedToolUse(agent: NativeAgent, behaviour: ToolUse): ToolUse {
  const frame = currentFrame();
  if (frame === undefined || (typeof behaviour === 'string' && behaviour !== 'stop_on_first_tool'))
    return behaviour;
  const { run, isApp } = frame;
  // The SDK reads the behaviour after it has carried out all calls.
  if (typeof behaviour === 'function' && !isApp && run.agent === agent) noteCarriedOut(run);
  if (!hearsAnswers(run) && (isApp || typeof behaviour !== 'function')) return behaviour;
  const key = typeof behaviour === 'string' ? FIRST_TOOL : behaviour;
  return madeOnce(judges, key, () => judgeOf(behaviour));
}

/** Notes that the calls of the last answer are carried out; not in a resumed run before its first answer. */
export function noteCarriedOut(run: AgentRun): void {
  if (run.output.length > 0) run.carriesOut = false;
}

/** Whether hooks have a say in the answer, or a call was stopped: without a check its text would become the answer. */
function hearsAnswers({ stopped, layers }: AgentRun): boolean {
  return (
    stopped !== undefined ||
    layers.some(({ chat }) => chat.listens('onAgentResponse', 'onMessage', 'onChatDone'))
  );
}

function judgeOf(behaviour: Judged): Judge {
  return async (context, results) => {
    const { run } = currentFrame()!;
    const decision =
      typeof behaviour === 'function'
        ? await appCode(run, () =>
            behaviour(
              context,
              results.map((result) => toldOfResult(run, result)),
            ),
          )
        : decide(run, behaviour, results);
    if (!hearsAnswers(run) || !decision.isFinalOutput || !('finalOutput' in decision))
      return decision;
    const finalOutput = await judgeAnswer(run, decision.finalOutput);
    return { isFinalOutput: true, isInterrupted: undefined, finalOutput };
  };
}

/** Returns a result as the app may see it: the run of an agent's tool only where hooks left its answer alone. */
function toldOfResult(run: AgentRun, result: Results[number]): Results[number] {
  const told = Object.assign({}, result, { tool: toldOf(result.tool) });
  const { callId } = result.runItem.rawItem as { readonly callId?: string };
  if ('agentRunResult' in told && run.changed?.has(callId ?? '') === true)
    delete told.agentRunResult;
  return told;
}

/** Decides as the SDK would, but a call that a policy stopped is not the answer: the model reads the reason. */
function decide(run: AgentRun, behaviour: Exclude<Judged, Judge>, results: Results): Decision {
  const stopping =
    behaviour === 'stop_on_first_tool'
      ? results[0]
      : results.find((result) => stopsAt(behaviour.stopAtToolNames, result));
  if (stopping?.type !== 'function_output') return GO_ON;
  const { rawItem } = stopping.runItem;
  if ('callId' in rawItem && run.stopped?.has(rawItem.callId) === true) return GO_ON;
  const finalOutput = asText(stopping.output, 'undefined');
  return { isFinalOutput: true, isInterrupted: undefined, finalOutput };
}

/** Whether the tool is in the list, by its name or by its namespace and name. */
function stopsAt(names: readonly string[], { tool, runItem }: Results[number]): boolean {
  const { namespace } = runItem.rawItem as { readonly namespace?: string };
  return names.includes(tool.name) || names.includes(`${namespace}.${tool.name}`);
}

/**
 * Returns an answer that no model gave as the hooks of all registries left it.
 *
 * @throws DeniedError where a refusal cannot be a message.
 */
export async function judgeAnswer(run: AgentRun, answer: string): Promise<string> {
  let text = answer;
  for (const layer of run.layers.toReversed()) {
    const content = [{ type: 'text', text }] as const;
    const judged = await answerWith(layer.chat, { role: 'assistant', content });
    if (judged.kind === 'denied') {
      layer.refusal = judged.denial;
      if (judged.throws || run.agent.outputType !== 'text') throw new DeniedError(judged.denial);
      return judged.text;
    }
    text = textIn(judged.message.content);
  }
  return text;
}
