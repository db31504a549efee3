import type { RunLayer } from '../run/host-run.ts';
import type { NativeEvent, NativeOutputItem, NativeRequest, NativeResponse } from './native.ts';

/** True where a refusal cannot be a message: the caller wants an object. */
export function wantsObject({ outputType }: NativeRequest): boolean {
  return outputType !== 'text';
}

/** A whole answer that is the refusal. */
export function refusalResponse(text: string, { run: { sdk } }: RunLayer): NativeResponse {
  return { usage: new sdk.Usage(), output: [refusalItem(text)] };
}

/** The events that end a streamed answer as the refusal. */
export function refusalEvents(text: string, request: NativeRequest): NativeEvent[] {
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
  return [
    { type: 'output_text_delta', delta: text },
    {
      type: 'response_done',
      response: { id: syntheticId(request), usage, output: [refusalItem(text)] },
    },
  ];
}

/** An id that the SDK may send as the previous one: the provider knows no answer that was made here. */
export function syntheticId({ previousResponseId }: NativeRequest): string {
  return previousResponseId ?? '';
}

/** The SDK throws for a message that only refuses; beside a text the refusal is the sign of one. */
function refusalItem(text: string): Extract<NativeOutputItem, { readonly role: 'assistant' }> {
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [
      { type: 'output_text', text },
      { type: 'refusal', refusal: text },
    ],
  };
}
