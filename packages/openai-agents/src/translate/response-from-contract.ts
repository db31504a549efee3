import type { ModelResponse } from '@interpose/core';
import type { Sdk } from '../targets/sdk-copies.ts';
import { itemsFromContent } from './content-from-contract.ts';
import type { NativeResponse } from './native.ts';
import { withoutRepeats } from './without-repeats.ts';

/** Returns the native answer for a response that hooks changed or supplied; `native` is the answer it replaces. */
export function responseFromContract(
  changed: ModelResponse,
  native: NativeResponse | undefined,
  sdk: Sdk,
): NativeResponse {
  // `providerData` is dropped: it holds the provider's original text, from before the change.
  const { providerData: _providerData, ...kept } = native ?? {};
  return {
    ...kept,
    usage: usageOf(changed, native, sdk),
    output: withoutRepeats(itemsFromContent(changed.content, native?.output), native?.output),
  };
}

/** Returns the token counts as the SDK holds them. */
function usageOf(
  { usage }: ModelResponse,
  native: Pick<NativeResponse, 'usage'> | undefined,
  { Usage }: Pick<Sdk, 'Usage'>,
): NativeResponse['usage'] {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  const before = native?.usage;
  if (before?.inputTokens === inputTokens && before.outputTokens === outputTokens) return before;
  return new Usage({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens });
}
