import type { HostDifference, ListedDifference } from '../listed-difference.ts';

/** What the Vercel AI SDK forces. */
export const aiSdkDifferences: readonly ListedDifference[] = [
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
  'onDecision',
].map((event) => ({
  framework: 'ai-sdk',
  event,
  reason: 'the SDK refuses arguments with a key that would change a prototype, unread by any hook',
  matches: isPrototypeCall,
}));

function isPrototypeCall({ own, others }: HostDifference): boolean {
  return (own ?? others)?.isPrototypeCall === true;
}
