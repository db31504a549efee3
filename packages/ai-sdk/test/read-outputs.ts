import type { SeenParams } from './memory-model.ts';

/** What a model reads about a tool call. */
export interface ReadOutput {
  readonly type: string;
  readonly value: string;
}

/** The outputs of tools in the last message of a request. */
export function readOutputs(params: SeenParams | undefined): readonly ReadOutput[] {
  const content = params?.prompt.at(-1)?.content;
  if (content === undefined || typeof content === 'string') return [];
  return content.map(({ output }) => output as ReadOutput);
}
