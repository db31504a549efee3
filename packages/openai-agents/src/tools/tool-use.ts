import { asText } from '@interpose/adapter-kit';
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
/** Stands for the behaviour that is a text. */
const FIRST_TOOL = {};

/**
 * The behaviour as the app set it, since the SDK compares it with that of an earlier run. Only where hooks have a say in
 * the answer it is one that lets a tool's result pass them as an answer: the same in every run, since a state to resume
 * holds what it was. A function is told of the app's own tools, and not of those that the SDK carries calls out with.
 */
export function judgedToolUse(agent: NativeAgent, behaviour: ToolUse): ToolUse {
  const frame = currentFrame();
  if (frame === undefined || behaviour === 'run_llm_again') return behaviour;
  const { run, isApp } = frame;
  // The SDK reads it once all calls are carried out.
  if (typeof behaviour === 'function' && !isApp && run.agent === agent) noteCarriedOut(run);
  if (!hearsAnswers(run) && (isApp || typeof behaviour !== 'function')) return behaviour;
  const key = typeof behaviour === 'string' ? FIRST_TOOL : behaviour;
  const made = judges.get(key) ?? judgeOf(behaviour);
  judges.set(key, made);
  return made;
}

/** Notes that the calls of the last answer are carried out; a run that goes on with a state has had no answer yet. */
export function noteCarriedOut(run: AgentRun): void {
  if (run.output.length > 0) run.carriesOut = false;
}

/** A call that a policy stopped would be the answer too, where nobody stands before it. */
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
        ? await appCode(run, () => behaviour(context, results.map(toldOfResult)))
        : decide(run, behaviour, results);
    if (!hearsAnswers(run) || !decision.isFinalOutput || !('finalOutput' in decision))
      return decision;
    const finalOutput = await judgeAnswer(run, decision.finalOutput);
    return { isFinalOutput: true, isInterrupted: undefined, finalOutput };
  };
}

function toldOfResult(result: Results[number]): Results[number] {
  return Object.assign({}, result, { tool: toldOf(result.tool) });
}

/** What the SDK would make of it; a call that a policy stopped is no answer, the model reads why. */
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

/** A name in the list may be that of the tool, or have that of its namespace before it. */
function stopsAt(names: readonly string[], { tool, runItem }: Results[number]): boolean {
  const { namespace } = runItem.rawItem as { readonly namespace?: string };
  return names.includes(tool.name) || names.includes(`${namespace}.${tool.name}`);
}

/**
 * What the hooks of all registries make of an answer that no model gave.
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
    text = judged.message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }
  return text;
}
