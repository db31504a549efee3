/** The names of errors for a missed time limit: of the platform, and of SDKs that limit the time of a tool. */
const NAMES: ReadonlySet<unknown> = new Set(['TimeoutError', 'ToolTimeoutError']);

/** The codes of such errors: of the network, and of MCP clients whose server did not answer in time. */
const CODES: ReadonlySet<unknown> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'REQUEST_TIMEOUT',
  -32001,
]);

/** How far down the causes of an error are read. */
const DEPTH = 5;

/** Whether an error says that a time limit was missed, itself or as the cause of an error around it. */
export function isLate(thrown: unknown): boolean {
  let current = thrown;
  try {
    for (let depth = 0; depth < DEPTH; depth++) {
      if (typeof current !== 'object' || current === null) return false;
      const { name, code, cause, constructor } = current as Readonly<Record<string, unknown>>;
      // The Agents SDK leaves the name of its error as it is for all errors, so only the class tells.
      const ofClass = typeof constructor === 'function' ? constructor.name : undefined;
      if (NAMES.has(name) || NAMES.has(ofClass) || CODES.has(code)) return true;
      current = cause;
    }
  } catch {
    // What cannot be read says nothing.
  }
  return false;
}
