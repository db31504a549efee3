/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly state: 'fine' | 'warning' | 'wrong';
  readonly text: string;
  readonly remedy?: string;
}

export function fine(check: string, text: string): Finding {
  return { check, state: 'fine', text };
}

export function warning(check: string, text: string, remedy: string): Finding {
  return { check, state: 'warning', text, remedy };
}

export function wrong(check: string, text: string, remedy: string): Finding {
  return { check, state: 'wrong', text, remedy };
}
