import type { Passage } from '@interpose/policies/track-taint';

/** What the code host tells once a code was right: of what it lists, the keys are those of the user's own account. */
export function readVerified(result: unknown): readonly Passage[] {
  const text = String(result);
  return /^Account verified\. Current linked SSH keys?:/.test(text)
    ? [{ text, trust: 'trusted' }]
    : [];
}
