/** One call of a tool while it runs: where a run inside it leaves what the policies made of its answer. */
export class ToolExecution {
  /** What the model reads in place of what the tool makes of the agent it asked. */
  delegated: { readonly output: unknown } | { readonly error: unknown } | undefined;
}
