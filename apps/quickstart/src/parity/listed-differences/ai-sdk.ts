import type { ListedDifference } from '../compare/listed-difference.ts';
import { oddCallDifferences } from './odd-call-differences.ts';

/** What the Vercel AI SDK forces. */
export const aiSdkDifferences: readonly ListedDifference[] = oddCallDifferences(
  'ai-sdk',
  'prototype',
  'the SDK refuses arguments with a key that would change a prototype, unread by any hook',
);
