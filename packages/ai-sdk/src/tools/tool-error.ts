/** What a model is told in place of a tool's result; v6 and v7 of the SDK read the same text from it. */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  /** The SDK's majors read an error differently: v6 its message, v7 what it prints. */
  override toString(): string {
    return this.message;
  }
}
