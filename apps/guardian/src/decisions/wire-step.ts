/** A step in its wire form, for asking people about it. */
export interface WireStep {
  readonly stepId: string | undefined;
  /** True if the agent takes an answer in place of the tool. */
  readonly takesAnswers: boolean;
}

interface Native {
  readonly params?: {
    readonly context?: {
      readonly stepId?: unknown;
      readonly interpose?: {
        readonly answers?: unknown;
        readonly host?: { readonly framework?: unknown; readonly version?: unknown };
      };
    };
  };
}

const LONGEST = 100;

/** Returns the SDK that runs the agent and its version, if the agent says so. */
export function frameworkOf(native: unknown): string | undefined {
  const { framework, version } =
    (native as Native | undefined)?.params?.context?.interpose?.host ?? {};
  if (typeof framework !== 'string') return undefined;
  const whole =
    typeof version === 'string' && version !== 'unknown' ? `${framework} ${version}` : framework;
  return whole.slice(0, LONGEST);
}

/** Reads the request of a step. */
export function wireStep(native: unknown): WireStep {
  const context = (native as Native | undefined)?.params?.context;
  const stepId = context?.stepId;
  const takesAnswers = context?.interpose?.answers === true;
  return { stepId: typeof stepId === 'string' ? stepId : undefined, takesAnswers };
}
