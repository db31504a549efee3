import type { ToolCall } from '@interpose/core';

import type { ReadRun } from './read-run.ts';

/** An item as the SDK shows it. */
export interface Item {
  readonly type?: string;
  readonly id?: string;
  readonly role?: string;
  readonly content?: readonly {
    readonly type: string;
    readonly text?: string;
    readonly refusal?: string;
  }[];
  readonly summary?: readonly { readonly text: string }[];
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
}

/** What output items came to. */
export function readItems(
  items: readonly Item[],
  object: unknown,
): Pick<ReadRun, 'outcome' | 'received'> {
  const pieces = items.flatMap(({ type, content = [] }) => (type === 'message' ? content : []));
  const text = pieces.map((piece) => piece.text ?? '').join('');
  const refusal = pieces.find((piece) => piece.type === 'refusal')?.refusal;
  return {
    outcome:
      refusal === undefined
        ? {
            kind: 'answer',
            text,
            ...(object === undefined || object === null ? undefined : { object }),
          }
        : { kind: 'refusal', text: refusal },
    received: {
      text,
      reasoning: items.flatMap(({ summary = [] }) => summary.map((each) => each.text)).join(''),
      calls: items.flatMap((item) => (item.type === 'function_call' ? [callOf(item)] : [])),
    },
  };
}

/** A call as the SDK shows it. */
export function callOf({ call_id: id = '', name = '', arguments: text = '' }: Item): ToolCall {
  try {
    return { id, name, args: JSON.parse(text) as ToolCall['args'] };
  } catch {
    return { id, name, args: { input: text } };
  }
}
