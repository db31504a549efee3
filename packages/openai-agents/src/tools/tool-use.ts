import { DeniedError } from '@interpose/core';
import { answerWith } from '@interpose/core/adapter';
import { currentFrame } from '../run/current-run.ts';
import type { AgentRun } from '../run/host-run.ts';
import type { NativeAgent } from '../translate/native.ts';

type ToolUse = NativeAgent['toolUseBehavior'];
type Judge = Extract<ToolUse, (...given: never[]) => unknown>;
type Results = Parameters<Judge>[1];
type Decision = Awaited<ReturnType<Judge>>;

const GO_ON: Decision = { isFinalOutput: false, isInterrupted: undefined };

/** The same behaviour, with a tool's result that would be the answer passing the hooks as one. */
export function judgedToolUse(behaviour: ToolUse): ToolUse {
  const run = currentFrame()?.run;
  if (run === undefined || behaviour === 'run_llm_again') return behaviour;
  return async (context, results) => {
    const decision =
      typeof behaviour === 'function'
        ? await behaviour(context, results)
        : decide(run, behaviour, results);
    return decision.isFinalOutput && 'finalOutput' in decision
      ? judge(run, decision.finalOutput)
      : decision;
  };
}

/** What the SDK would make of it; a call that a policy stopped is no answer, the model reads why. */
function decide(
  run: AgentRun,
  behaviour: Exclude<ToolUse, Judge | 'run_llm_again'>,
  results: Results,
): Decision {
  const stopping =
    behaviour === 'stop_on_first_tool'
      ? results[0]
      : results.find(({ tool }) => behaviour.stopAtToolNames.includes(tool.name));
  if (stopping?.type !== 'function_output') return GO_ON;
  const { rawItem } = stopping.runItem;
  if ('callId' in rawItem && run.stopped.has(rawItem.callId)) return GO_ON;
  const { output } = stopping;
  const finalOutput = typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
  return { isFinalOutput: true, isInterrupted: undefined, finalOutput };
}

async function judge(run: AgentRun, finalOutput: string): Promise<Decision> {
  let text = finalOutput;
  for (const layer of run.layers.toReversed()) {
    const judged = await answerWith(layer.chat, {
      role: 'assistant',
      content: [{ type: 'text', text }],
    });
    if (judged.kind === 'denied') {
      layer.refusal = judged.denial;
      if (judged.throws || run.agent.outputType !== 'text') throw new DeniedError(judged.denial);
      text = judged.text;
      break;
    }
    text = judged.message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }
  return { isFinalOutput: true, isInterrupted: undefined, finalOutput: text };
}
