import { badRequest } from '../request/api-error.ts';
import type { ReadMessage } from './read-message.ts';

/**
 * Refuses a tool message that answers no call of the assistant message before it, and an assistant message whose calls
 * are not all answered before the next other message.
 */
export function checkCallsAnswered(messages: readonly ReadMessage[]): void {
  let asked: ReadonlySet<string> = new Set();
  let open = new Set<string>();
  for (const message of messages) {
    if (message.answers === undefined) {
      refuseOpenCalls(open, message.path);
      asked = new Set(message.callIds);
      open = new Set(message.callIds);
    } else if (asked.has(message.answers)) {
      open.delete(message.answers);
    } else {
      throw badRequest(
        `The tool message answers '${message.answers}', which no assistant message just before it called.`,
        `${message.path}.tool_call_id`,
        'invalid_value',
      );
    }
  }
  refuseOpenCalls(open, `messages[${messages.length}]`);
}

function refuseOpenCalls(open: ReadonlySet<string>, path: string): void {
  if (open.size === 0) return;
  throw badRequest(
    `These tool calls have no tool message that answers them: ${[...open].join(', ')}.`,
    `${path}.role`,
    'invalid_value',
  );
}
