/** One problem to fix, with its place. */
export interface LintFinding {
  readonly rule: string;
  readonly level: 'error' | 'warning';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly remedy: string;
}

/** What each rule of the linter looks for. */
export const LINT_RULES: Readonly<Record<string, string>> = {
  'config-invalid': 'A module of policies or a file of rules cannot be used.',
  'config-name': 'What is probably the configuration has a name that is not looked for.',
  'unhooked-use': 'An SDK is called where neither withHooks nor register puts hooks on it.',
  'beyond-reach': 'An SDK is called in a way that hooks cannot reach.',
  'source-unreadable': 'A source cannot be parsed, so what it calls is not known.',
  'unknown-tool': 'A rule, a label or a hook is for a tool that is not in the inventory.',
  'dead-rule': 'A rule can never decide, since one above it always does.',
  contradiction: 'Two rules ask the same and decide differently.',
};
