import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type MessageContent,
} from '@langchain/core/messages';
import { InterposeError, type Message, type Part } from '@interpose/core';
import { asText, omitUndefined, takeSpeaker, textIn } from '@interpose/adapter-kit';
import { callBlocks, callsFromContract } from './calls-from-contract.ts';
import { takeOutputs } from './content/provider-outputs.ts';
import { roleOf } from './message-to-contract.ts';
import { answerIn, type NativeMessage } from './native.ts';
import { messageOrigins, partOrigins } from './origins.ts';

/** Returns one message of a request for LangChain. A message that hooks left alone is the native object itself. */
export function messageFromContract(
  message: Message,
  replaced: NativeMessage | undefined,
): NativeMessage {
  const native = messageOrigins.of(message);
  if (native !== undefined) return native;
  const like = replaced !== undefined && roleOf(replaced) === message.role ? replaced : undefined;
  const id = message.id ?? like?.id;
  const named = omitUndefined({ id, name: like?.name });
  switch (message.role) {
    case 'user':
    case 'system': {
      const { said, name } = takeSpeaker(message.content, like?.name);
      const fields = { content: blocksFromContract(said, like), ...omitUndefined({ id, name }) };
      return message.role === 'user' ? new HumanMessage(fields) : new SystemMessage(fields);
    }
    case 'assistant':
      return assistantMessage(message.content, like, named);
    case 'tool':
      return toolMessage(message.content, named);
  }
}

/** Returns a system message with this text, in place of another one. */
export function systemMessage(text: string, like: NativeMessage | undefined): NativeMessage {
  return new SystemMessage({ content: text, ...omitUndefined({ id: like?.id }) });
}

type Named = { readonly id?: string; readonly name?: string };

function assistantMessage(
  content: readonly Part[],
  like: NativeMessage | undefined,
  named: Named,
): NativeMessage {
  const calls = callsFromContract(content, like, answerIn(like).invalid_tool_calls);
  // Providers sign reasoning for the text beside it, so a changed message is sent without new reasoning.
  const { said, beside } = takeOutputs(content, like);
  const rest = said.filter(
    (part) =>
      part.type !== 'tool-call' &&
      (part.type !== 'reasoning' || partOrigins.of(part) !== undefined),
  );
  const fields = {
    content: answerBlocks(content, rest, like),
    ...omitUndefined({ additional_kwargs: beside }),
    ...calls,
    ...named,
  };
  // The class types calls by the structure of the message, which is not known here.
  return new AIMessage(fields as unknown as ConstructorParameters<typeof AIMessage>[0]);
}

function toolMessage(content: readonly Part[], named: Named): NativeMessage {
  const part = content.find(({ type }) => type === 'tool-result');
  if (part?.type !== 'tool-result') throw unknownPart('tool message without a tool-result');
  const own = messageOrigins.of(part);
  if (own !== undefined) return own;
  const failed = part.error !== undefined;
  return new ToolMessage({
    content: asText(failed ? part.error : part.result),
    tool_call_id: part.id,
    ...named,
    name: part.name,
    status: failed ? 'error' : 'success',
  });
}

/** Returns the content of an answer: its parts, and the blocks that repeat its untouched calls. */
export function answerBlocks(
  content: readonly Part[],
  said: readonly Part[],
  like: NativeMessage | undefined,
): MessageContent {
  const blocks = blocksFromContract(said, like);
  return typeof blocks === 'string'
    ? blocks
    : ([...blocks, ...callBlocks(content, like)] as MessageContent);
}

/** Returns the content of a message: a string if possible, else blocks. An untouched block is the native one. */
function blocksFromContract(
  content: readonly Part[],
  like: NativeMessage | undefined,
): MessageContent {
  const plain = like === undefined || typeof like.content === 'string';
  if (plain && content.every(({ type }) => type === 'text')) return textIn(content);
  return content.map((part) => partOrigins.of(part) ?? writePart(part)) as MessageContent;
}

function writePart(part: Part): object {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'reasoning', reasoning: part.text };
    case 'data':
      return { type: 'text', text: JSON.stringify(part.data) };
    case 'file':
      return {
        type: part.mediaType.startsWith('image/') ? 'image' : 'file',
        mimeType: part.mediaType,
        ...(part.data === undefined ? { url: part.url } : { data: part.data }),
        ...(part.name === undefined ? undefined : { metadata: { filename: part.name } }),
      };
    default:
      throw unknownPart(part.type === 'other' ? part.kind : part.type);
  }
}

/** Returns the error for a part that a hook made although only the host can make it. */
function unknownPart(kind: string): InterposeError {
  return new InterposeError(
    'part_unknown',
    `a hook made a part of kind "${kind}" where LangChain has no place for it`,
    'return the parts of that kind that the hook was given, or a part of another type',
  );
}
