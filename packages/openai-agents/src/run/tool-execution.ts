/** One call of a tool while it runs: what the SDK and a run inside it leave behind. */
export class ToolExecution {
  /** True once the tool has failed, whatever text the SDK makes of that. */
  failed = false;
  /** What the model reads in place of what the tool makes of the agent it asked. */
  delegated: { readonly output: unknown } | { readonly error: unknown } | undefined;
}
