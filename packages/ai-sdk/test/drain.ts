/** Reads to the end. */
export async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const part of stream) void part;
}
