import type { InvalidToolCall } from '@langchain/core/messages/tool';
import type { Part } from '@interpose/core';
import { formatArguments, isDict } from '@interpose/adapter-kit';
import { answerIn, listIn, type NativeCall, type NativeMessage } from './native.ts';
import { partOrigins } from './origins.ts';

/** The fields in which LangChain keeps the calls of one answer. */
interface AnswerCalls {
  readonly tool_calls: readonly NativeCall[];
  readonly invalid_tool_calls?: readonly InvalidToolCall[];
  readonly additional_kwargs?: { readonly function_call: object };
}

/** Returns the calls among these parts. One that hooks left alone is the native call itself, also if unreadable. */
export function callsFromContract(
  content: readonly Part[],
  like: NativeMessage | undefined,
  unseen: readonly InvalidToolCall[] = [],
): AnswerCalls {
  const broken = answerIn(like).invalid_tool_calls ?? [];
  const called = like?.additional_kwargs['function_call'];
  const calls: NativeCall[] = [];
  const invalid = [...unseen];
  let beside: AnswerCalls['additional_kwargs'];
  for (const part of content) {
    if (part.type !== 'tool-call') continue;
    const native = partOrigins.of(part);
    const unread = broken.find((call) => call === native);
    if (isDict(called) && (native === called || (native === undefined && part.id === '')))
      beside = {
        function_call: native ?? {
          name: part.name,
          arguments: formatArguments(part.args, undefined),
        },
      };
    else if (unread !== undefined) invalid.push(unread);
    else
      calls.push(
        (native as NativeCall | undefined) ?? {
          type: 'tool_call',
          id: part.id,
          name: part.name,
          args: { ...part.args },
        },
      );
  }
  return {
    tool_calls: calls,
    ...(invalid.length === 0 ? undefined : { invalid_tool_calls: invalid }),
    ...(beside && { additional_kwargs: beside }),
  };
}

/** Whether this is a call in OpenAI's old form (`function_call`), which LangChain leaves to the answer's reader. */
export function isFunctionCall(part: Part): boolean {
  return 'arguments' in (partOrigins.of(part) ?? {});
}

/** Returns the content blocks that repeat untouched calls exactly. Some providers keep signatures in these blocks. */
export function callBlocks(
  content: readonly Part[],
  like: NativeMessage | undefined,
): readonly object[] {
  const untouched = content.flatMap((part) =>
    part.type === 'tool-call' && partOrigins.of(part) !== undefined
      ? [tellCall(part.id, part.name, part.args)]
      : [],
  );
  return listIn(like?.content).filter((block): block is object => {
    if (!isDict(block) || (block['type'] !== 'tool_use' && block['type'] !== 'tool_call'))
      return false;
    const at = untouched.indexOf(
      tellCall(block['id'], block['name'], block['input'] ?? block['args']),
    );
    // Ids may repeat, so every call keeps just one block.
    if (at !== -1) untouched.splice(at, 1);
    return at !== -1;
  });
}

function tellCall(...call: readonly [id: unknown, name: unknown, args: unknown]): string {
  return JSON.stringify(call);
}
