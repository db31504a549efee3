import type { Part } from '@interpose/core';
import { isDict } from '@interpose/adapter-kit';
import { listIn, type NativeMessage } from '../native.ts';
import { partOrigins } from '../origins.ts';

/** Returns what the provider ran, such as MCP calls. Models of OpenAI's Responses API send it beside the content. */
export function outputsOf(message: NativeMessage | undefined): readonly unknown[] {
  return listIn(message?.additional_kwargs['tool_outputs']);
}

/** Splits off the parts of a changed answer that stand for runs of the provider; returns the field for those. */
export function takeOutputs(
  parts: readonly Part[],
  like: NativeMessage | undefined,
): { readonly said: readonly Part[]; readonly beside: object | undefined } {
  const before = outputsOf(like);
  if (before.length === 0) return { said: parts, beside: undefined };
  const outputs = parts.map((part) => outputIn(part, before));
  const said = parts.filter((_, place) => outputs[place] === undefined);
  return { said, beside: { tool_outputs: outputs.filter((output) => output !== undefined) } };
}

/** Returns the provider's output in this part. An output that hooks changed is found by its id. */
function outputIn(part: Part, before: readonly unknown[]): object | undefined {
  if (part.type !== 'data') return undefined;
  const output = partOrigins.of(part) ?? part.data;
  if (!isDict(output)) return undefined;
  const { id, type } = output;
  const isOne = before.some(
    (each) => each === output || (isDict(each) && each['id'] === id && each['type'] === type),
  );
  return isOne ? output : undefined;
}
