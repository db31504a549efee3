import type { PlannedAnswer } from './script/plan-script.ts';
import type { ScriptedUsage } from './script/script.ts';

const charactersPerToken = 4;

/** Returns the usage of the answer, or an estimate that depends only on the texts. */
export function estimateUsage(answer: PlannedAnswer, prompt: unknown): ScriptedUsage {
  if (answer.usage !== undefined) return answer.usage;
  const reasoning = lengthOf(answer.reasoning);
  const calls = answer.calls.map((call) => call.name.length + call.arguments.length);
  const output = [lengthOf(answer.text), lengthOf(answer.refusal), reasoning, ...calls];
  return {
    inputTokens: tokens(JSON.stringify(prompt ?? '').length),
    outputTokens: tokens(output.reduce((sum, length) => sum + length, 0)),
    reasoningTokens: tokens(reasoning),
  };
}

function lengthOf(text: string | readonly string[] | undefined): number {
  return [text ?? ''].flat().join('').length;
}

function tokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
