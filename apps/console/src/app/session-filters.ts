import { listOf, textOf, type Search } from './address.ts';

/** What the address of the session list may carry. */
export interface SessionFilters {
  readonly q?: string;
  readonly verb?: string[];
  readonly policy?: string[];
  readonly agent?: string[];
  readonly tool?: string[];
  readonly code?: string[];
  readonly user?: string[];
  /** `true` for those in which something failed. */
  readonly failed?: string;
  /** The last so long, as `24h` or `7d`. */
  readonly last?: string;
  readonly from?: string;
  readonly to?: string;
}

export function readFilters(search: Search): SessionFilters {
  return present({
    q: textOf(search['q']),
    verb: listOf(search['verb']),
    policy: listOf(search['policy']),
    agent: listOf(search['agent']),
    tool: listOf(search['tool']),
    code: listOf(search['code']),
    user: listOf(search['user']),
    failed: search['failed'] === 'true' ? 'true' : undefined,
    last: textOf(search['last']),
    from: textOf(search['from']),
    to: textOf(search['to']),
  });
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are undefined. */
export function present<T extends object>(fields: T): Present<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<T>;
}
