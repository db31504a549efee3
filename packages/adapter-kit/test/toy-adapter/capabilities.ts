import {
  canOn,
  CHAT,
  DELTAS,
  enforcedRows,
  MODEL,
  TOOL,
  type Claims,
} from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';

/** The methods through which a chat runs, and what each can carry out. */
const PATHS: Readonly<Record<string, Claims>> = {
  'ToyAgent.run': { ...CHAT, ...MODEL, ...TOOL },
  'ToyAgent.stream': { ...CHAT, ...MODEL, ...TOOL, ...DELTAS },
};

/** Every path of the SDK through every event, and how far mediation holds there. */
export const capabilities: readonly CapabilityRow[] = enforcedRows(PATHS);

/** The verbs that calls of this path can carry out, for `ctx.can`. */
export const canOf: ReturnType<typeof canOn> = canOn(PATHS);
