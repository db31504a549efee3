import { AIMessage, type UsageMetadata } from '@langchain/core/messages';
import type { ModelResponse, Part } from '@interpose/core';
import { omitUndefined } from '@interpose/adapter-kit';
import { callsFromContract } from './calls-from-contract.ts';
import { takeOutputs } from './content/provider-outputs.ts';
import { answerBlocks } from './message-from-contract.ts';
import { answerIn, type Generation, type NativeMessage } from './native.ts';
import { partOrigins } from './origins.ts';

/** The contract's finish reasons in the form that LangChain's users know from OpenAI. */
const FINISH: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** Returns the answer for a response that hooks changed or supplied; `native` is the answer that it replaces. */
export function responseFromContract(
  changed: ModelResponse,
  native: NativeMessage | undefined,
): AIMessage {
  // The reasoning, if the provider sends it beside the content.
  const reasoning =
    native?.additional_kwargs['reasoning_content'] === undefined
      ? undefined
      : changed.content.map((part) => (isBeside(part) ? part.text : '')).join('');
  const { said: answered, beside } = takeOutputs(changed.content, native);
  const said = answered.filter(
    (part) => part.type !== 'tool-call' && (reasoning === undefined || !isBeside(part)),
  );
  const thought = reasoning === undefined ? undefined : { reasoning_content: reasoning };
  const fields = {
    content: answerBlocks(changed.content, said, native),
    ...callsFromContract(changed.content, native),
    ...omitUndefined({
      additional_kwargs: thought || beside ? { ...thought, ...beside } : undefined,
      id: native?.id,
      name: native?.name,
      usage_metadata: usageOf(changed, native),
    }),
    response_metadata: {
      ...withoutContent(native?.response_metadata),
      finish_reason: finishOf(changed),
    },
  };
  // The class types tokens by the structure of the message, which is not known here.
  return new AIMessage(fields as unknown as ConstructorParameters<typeof AIMessage>[0]);
}

/** Returns the answer in the form that LangChain passes on. */
export function generationOf(message: AIMessage): Generation {
  return { text: message.text, message };
}

/** Returns the reason why the model stopped, in OpenAI's words. */
export function finishOf({ content, finishReason }: ModelResponse): string {
  const calls = content.some(({ type }) => type === 'tool-call');
  const word = finishReason ?? (calls ? 'tool-calls' : 'stop');
  return FINISH[word] ?? word;
}

/** Returns the spent tokens in LangChain's form. */
export function usageOf(
  { usage }: ModelResponse,
  native: NativeMessage | undefined,
): UsageMetadata | undefined {
  const before = answerIn(native).usage_metadata;
  const [input = 0, output = 0] = [usage?.inputTokens, usage?.outputTokens];
  if (usage === undefined) return before;
  if (before?.input_tokens === input && before.output_tokens === output) return before;
  return { input_tokens: input, output_tokens: output, total_tokens: input + output };
}

/** Whether this is reasoning without a content block of its own. */
function isBeside(part: Part): part is Extract<Part, { readonly type: 'reasoning' }> {
  return part.type === 'reasoning' && partOrigins.of(part) === undefined;
}

/** The metadata about the call itself. Other metadata, such as log probabilities, may repeat the answer. */
const BESIDE_CONTENT: ReadonlySet<string> = new Set(
  (
    'completion created estimatedTokenUsage finishReason finish_reason id model model_id model_name model_provider ' +
    'prompt service_tier stop_reason system_fingerprint tokenUsage usage'
  ).split(' '),
);

/** Returns the metadata that may stay in an answer which hooks changed. */
export function withoutContent(metadata: object | undefined): Record<string, unknown> {
  const kept = Object.entries(metadata ?? {}).filter(([key]) => BESIDE_CONTENT.has(key));
  return Object.fromEntries(kept);
}
