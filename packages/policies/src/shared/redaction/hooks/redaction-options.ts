import type { Detector } from '../redactor/detector.ts';

/** What a policy that redacts in both directions is made of. */
export interface RedactionOptions {
  /** Of the policy; the vault in the session's state is kept under it. */
  readonly name: string;
  readonly detectors: readonly Detector[];
  /** Values become tokens that tools and readers get the values back for; `false`: placeholders, for good. True by default. */
  readonly reversible?: boolean;
  /** What stands for a value for good; `<TYPE>` by default. Given a type in upper case and the value. */
  readonly placeholder?: (type: string, value: string) => string;
  /** Tools that get the real values: all by default, none, or those for which the function says true. */
  readonly restoreForTools?: boolean | ((tool: string) => boolean);
  /** Show the reader the real values in answers: true by default; else the tokens. */
  readonly restoreInAnswers?: boolean;
  /** Hide what the model wrote of its own: true by default. */
  readonly redactAnswers?: boolean;
  /** Hide what stands in system messages and instructions: true by default. */
  readonly redactInstructions?: boolean;
  /** Values kept per session; 1000 by default. Beyond it, placeholders. */
  readonly maxValues?: number;
  /**
   * What becomes of the real values when a session ends: `keep` lets a session that is opened again go on with its
   * tokens until the lifetime of its state is over, `forget` removes them at once. `keep` by default.
   */
  readonly vault?: 'keep' | 'forget';
  /** Of the hooks; 10 by default, so that other policies see real arguments and redacted requests. */
  readonly priority?: number;
}

/** The options with their defaults. */
export type RedactionSettings = Required<Omit<RedactionOptions, 'priority'>>;
