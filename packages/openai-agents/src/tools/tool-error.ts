/** What the model is told about a call that has no result. */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';
}

/** What a tool failed with, where the SDK has already turned it into a text for the model. */
export class ReportedToolError extends ToolError {
  /** What the SDK would give to the model. */
  readonly output: unknown;

  constructor(output: unknown) {
    super(typeof output === 'string' ? output : JSON.stringify(output));
    this.output = output;
  }
}
