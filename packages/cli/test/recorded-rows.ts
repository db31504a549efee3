/** One recorded run in which a tool is called: a line of a recording. */
export function recordedCall(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  result = 'done',
  about: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({
    ...about,
    messages: [
      { role: 'user', content: 'Do it.' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: tool, args }] },
      { role: 'tool', tool_call_id: 'c1', content: result },
      { role: 'assistant', content: 'It is done.' },
    ],
  });
}

/** Lines of a recording. */
export function recording(...rows: readonly string[]): string {
  return `${rows.join('\n')}\n`;
}
