import { citationsOf, isDict, type Copy } from '@interpose/adapter-kit';
import type { ModelResponse, Usage } from '@interpose/core';
import { partsOf } from './content-to-contract.ts';
import type { NativeResponse } from './native.ts';

/** What the model answered; every part remembers its native item. */
export function responseToContract(response: NativeResponse, copy: Copy): ModelResponse {
  const usage = usageToContract(response.usage);
  const content = response.output.flatMap((item) => partsOf(item, copy));
  const calls = content.some(({ type }) => type === 'tool-call');
  return {
    content,
    ...citationsOf(response.output.flatMap(annotationsIn)),
    finishReason: calls ? 'tool-calls' : 'stop',
    ...(usage === undefined ? undefined : { usage }),
  };
}

/** What the SDK has no field for it keeps beside the text. */
function annotationsIn(item: NativeResponse['output'][number]): readonly unknown[] {
  if (!('content' in item) || !Array.isArray(item.content)) return [];
  return (item.content as readonly unknown[]).flatMap((part) => {
    const beside = isDict(part) ? part['providerData'] : undefined;
    const annotations = isDict(beside) ? beside['annotations'] : undefined;
    return Array.isArray(annotations) ? (annotations as readonly unknown[]) : [];
  });
}

function usageToContract({
  inputTokens,
  outputTokens,
}: NativeResponse['usage']): Usage | undefined {
  return inputTokens === 0 && outputTokens === 0 ? undefined : { inputTokens, outputTokens };
}
