import type { Detector } from '../redactor/detector.ts';

/** The options of a policy that redacts in both directions. */
export interface RedactionOptions {
  /** The name of the policy, also used for its vault in the state of the session. */
  readonly name: string;
  readonly detectors: readonly Detector[];
  /** True: tokens stand for values, and can be turned back. False: final placeholders. Default: true. */
  readonly reversible?: boolean;
  /** Returns the final placeholder for a type (in upper case) and a value. Default: `<TYPE>`. */
  readonly placeholder?: (type: string, value: string) => string;
  /** The tools that get the real values: all, none, or those for which the function returns true. Default: all. */
  readonly restoreForTools?: boolean | ((tool: string) => boolean);
  /** True: the reader sees the real values in answers. False: the tokens. Default: true. */
  readonly restoreInAnswers?: boolean;
  /** True: values that the model itself wrote are hidden. Default: true. */
  readonly redactAnswers?: boolean;
  /** True: values in system messages and instructions are hidden. Default: true. */
  readonly redactInstructions?: boolean;
  /** The most values to keep for a session; further ones become placeholders. Default: 1000. */
  readonly maxValues?: number;
  /**
   * Whether real values outlive a session. `keep`: a reopened session goes on with its tokens until its state expires.
   * `forget`: they are removed when the session ends. Default: `keep`.
   */
  readonly vault?: 'keep' | 'forget';
  /** The priority of the hooks. Default: 10, so that other policies see real arguments and redacted requests. */
  readonly priority?: number;
}

/** The options with their defaults. */
export type RedactionSettings = Required<Omit<RedactionOptions, 'priority'>>;
