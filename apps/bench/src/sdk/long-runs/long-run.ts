import type { Hooks } from '@interpose/core';

/** How a long run is made: how many tool calls it takes, and behind which hooks. */
export interface LongRunPlan {
  /** Steps before the answer: a model call and a tool call each. */
  readonly steps: number;
  readonly streamed: boolean;
  /** The SDK alone when absent. */
  readonly hooks?: Hooks | undefined;
  /** Called at each model call. */
  readonly onModelCall: () => void;
}

/** One SDK whose own agent loop runs for a long time, bare and hooked. */
export interface LongRun {
  readonly sdk: string;
  /** Makes the agent or client; what comes back runs it once, and gives what a caller would keep. */
  readonly prepare: (plan: LongRunPlan) => () => Promise<unknown>;
}

/** What the model asks for at this step: another city each time, so that nothing looks like a loop. */
export function cityAt(step: number): string {
  return `city ${step} ${'by the sea '.repeat(8)}`;
}

/** What the tool of a long run gives. */
export function weatherIn(city: string): string {
  return `It is sunny in ${city} with a light wind from the west and no rain until the evening of the next day.`;
}

/** What the user says at the start. */
export const QUESTION = 'Where in the world is it sunny today?';

/** What the model says at the end. */
export const ANSWER = 'It is sunny everywhere.';
