import type { Decision } from './decisions.ts';
import type { Page } from './page.ts';

/** A session as a list shows it. */
export interface SessionRow {
  readonly id: string;
  readonly agent: string;
  readonly framework?: string;
  readonly user?: string;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly chats: number;
  readonly steps: number;
  readonly denied: number;
  readonly asked: number;
  readonly modified: number;
  readonly errors: number;
  readonly spend: number;
}

/** The properties that sessions are counted by. */
export type Facet = 'verb' | 'policy' | 'agent' | 'tool' | 'code' | 'user';

/** The number of sessions for each value of each property. */
export type Facets = Readonly<Record<Facet, Readonly<Record<string, number>>>>;

/** A page of sessions, with counts over the newest sessions that match. */
export interface SessionPage extends Page<SessionRow> {
  readonly facets: Facets;
}

/** A chat of a session. */
export interface Chat {
  readonly id: string;
  readonly parentChatId?: string;
  readonly agent: string;
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** A session with its chats and up to 10,000 of its steps, in their order. */
export interface WholeSession {
  readonly session: SessionRow;
  readonly chats: readonly Chat[];
  readonly steps: readonly Decision[];
  readonly next: string | null;
}
