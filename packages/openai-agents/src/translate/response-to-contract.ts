import { citationsOf, isDict, type Copy } from '@interpose/adapter-kit';
import type { ModelResponse, Part, Usage } from '@interpose/core';
import { partsOf } from './content-to-contract.ts';
import type { NativeResponse } from './native.ts';
import { ranAtProvider } from './provider/item-to-contract.ts';

/** Returns the model's answer as hooks see it; every part remembers its native item. */
export function responseToContract(response: NativeResponse, copy: Copy): ModelResponse {
  const usage = usageToContract(response.usage);
  const content: Part[] = [];
  const annotations: unknown[] = [];
  const { output } = response;
  // By index: `for of` allocates an object at each turn.
  for (let at = 0; at < output.length; at++) {
    content.push(...partsOf(output[at]!, copy));
    addAnnotations(output[at]!, annotations);
  }
  const calls = content.some((part) => part.type === 'tool-call' && !ranAtProvider(part));
  return {
    content,
    ...citationsOf(annotations),
    finishReason: calls ? 'tool-calls' : 'stop',
    ...(usage === undefined ? undefined : { usage }),
  };
}

/** Collects the annotations of texts. The SDK has no field for them, and keeps them in `providerData`. */
function addAnnotations(item: NativeResponse['output'][number], found: unknown[]): void {
  if (!('content' in item) || !Array.isArray(item.content)) return;
  for (const part of item.content as readonly unknown[]) {
    const beside = isDict(part) ? part['providerData'] : undefined;
    const annotations = isDict(beside) ? beside['annotations'] : undefined;
    if (Array.isArray(annotations)) found.push(...(annotations as readonly unknown[]));
  }
}

function usageToContract({
  inputTokens,
  outputTokens,
}: NativeResponse['usage']): Usage | undefined {
  return inputTokens === 0 && outputTokens === 0 ? undefined : { inputTokens, outputTokens };
}
