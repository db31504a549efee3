let last = 0;

/** An id for the JSON-RPC messages of one exchange, unique in this process. */
export function nextId(): number {
  return (last += 1);
}
