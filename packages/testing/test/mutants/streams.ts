/** Reads a stream to its end. */
export async function readAll<Part>(stream: ReadableStream<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** A stream of parts that are there already. */
export function streamOf<Part>(parts: readonly Part[]): ReadableStream<Part> {
  return new ReadableStream({
    start(out) {
      for (const part of parts) out.enqueue(part);
      out.close();
    },
  });
}
