import type { Dict, Tool, ToolCall } from '@interpose/core';

/** The tool calls that were judged, since their results name only the execution id. */
export class CallMemory {
  readonly #calls = new Map<string, { call: ToolCall; tool: Tool }>();

  remember(sessionId: string | undefined, payload: Dict): void {
    const { call, tool } = payload as { call: ToolCall; tool: Tool };
    this.#calls.set(keyOf(sessionId, call.id), { call, tool });
    if (this.#calls.size <= MOST) return;
    const [oldest] = this.#calls.keys();
    if (oldest !== undefined) this.#calls.delete(oldest);
  }

  recall(
    sessionId: string | undefined,
    executionId: string,
  ): { call: ToolCall; tool: Tool } | undefined {
    return this.#calls.get(keyOf(sessionId, executionId));
  }
}

const MOST = 10_000;

/** Returns the key of a call. With the length first, two different pairs never have the same key. */
function keyOf(sessionId: string | undefined, executionId: string): string {
  return `${sessionId?.length}:${sessionId}${executionId}`;
}
