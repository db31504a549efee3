import type { Part } from '@interpose/core';
import { isDict } from '@interpose/adapter-kit';
import { listIn, type NativeMessage } from '../native.ts';
import { partOrigins } from '../origins.ts';

/** What a provider ran, such as calls of its MCP servers: models of OpenAI's responses say it beside their content. */
export function outputsOf(message: NativeMessage | undefined): readonly unknown[] {
  return listIn(message?.additional_kwargs['tool_outputs']);
}

/** Parts of a changed answer, without those that stand for what the provider ran, and the field in which those go back. */
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

/** One that hooks changed is known by its id. */
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
