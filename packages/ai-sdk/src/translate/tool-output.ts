import { asText, isCopy } from '@interpose/adapter-kit';
import type { ToolResultPart } from '@interpose/core';

/** The output of a tool call in a prompt. `content` outputs differ between generations, and are handled as data. */
export type NativeToolOutput =
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'json' | 'error-json' | 'content'; readonly value: unknown }
  | { readonly type: 'execution-denied'; readonly reason?: string | undefined };

/** Returns the outcome of a call that the model is told: a result, or the text of an error. */
export function readToolOutput(
  output: NativeToolOutput,
  copy: (value: unknown) => unknown,
): Pick<ToolResultPart, 'result' | 'error'> {
  switch (output.type) {
    case 'text':
    case 'json':
    case 'content':
      return { result: copy(output.value) };
    case 'error-text':
    case 'error-json':
      return { error: asText(output.value) };
    case 'execution-denied':
      return { error: output.reason ?? 'Tool execution denied.' };
  }
}

/** Whether an output equals a part that was read from another output; never true for errors or other types. */
export function saysOutput(output: NativeToolOutput, part: ToolResultPart): boolean {
  if (part.error !== undefined) return false;
  if (output.type === 'text') return part.result === output.value;
  return output.type === 'json' && isCopy(output.value, part.result);
}

/** Returns the output for a result or an error that hooks changed. */
export function writeToolOutput(part: Pick<ToolResultPart, 'result' | 'error'>): NativeToolOutput {
  if (part.error !== undefined) return { type: 'error-text', value: part.error };
  if (typeof part.result === 'string') return { type: 'text', value: part.result };
  return { type: 'json', value: toJson(part.result) };
}

function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null') as unknown;
}
