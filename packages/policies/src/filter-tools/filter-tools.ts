import {
  checkOptions,
  definePolicy,
  deny,
  InterposeError,
  type BaseContext,
  type Context,
  type DenyVerdict,
  type HookReturn,
  type MaybePromise,
  type OptionKind,
  type Policy,
  type PolicyHooks,
  type Tool,
} from '@interpose/core';

import { andThen } from '../shared/values/and-then.ts';
import { offerOnly } from '../shared/events/offer-only.ts';
import { listedTools } from '../shared/names/listed-tools.ts';
import { knownTool, principalOf, type DeclaredFacts, type ToolPredicate } from './known-tool.ts';
import { UnknownFact } from './known.ts';
import { scopeReader } from './scope-reader.ts';

const OPTIONS = { facts: 'object' } satisfies Record<keyof FilterToolsOptions, OptionKind>;

/**
 * Options of `filterTools`.
 *
 * @example
 * const options: FilterToolsOptions = { facts: { search: { annotations: { readOnlyHint: true } } } };
 */
export interface FilterToolsOptions {
  /** The app's own facts about its tools and agents, by exact name. They override those of hosts and servers. */
  readonly facts?: Readonly<Record<string, DeclaredFacts>>;
}

/**
 * Offers and runs only the tools that a predicate admits for this user, session and agent, by the facts of each tool.
 *
 * A tool is judged when it is offered and again when it is called. Reading an unknown fact counts as no.
 *
 * @example
 * const readersOnly = filterTools(({ annotations }, { user }) => annotations.readOnlyHint || user.organisation === 'acme');
 * @throws InterposeError `invalid_option` when the predicate is no function or the facts are no table.
 */
export function filterTools(predicate: ToolPredicate, options?: FilterToolsOptions): Policy;
export function filterTools(
  predicate: ToolPredicate,
  options: FilterToolsOptions = {},
  ...more: readonly unknown[]
): Policy {
  checkOptions('filterTools', options, OPTIONS, more);
  const { facts = {} } = options;
  return filtering(predicate, facts);
}

function filtering(
  predicate: ToolPredicate,
  facts: NonNullable<FilterToolsOptions['facts']>,
): Policy {
  checkValues(predicate, facts);
  const declared = new Map(Object.entries(facts));
  const scopes = scopeReader();
  const judge: Judge = (tool, ctx) =>
    find(() => predicate(knownTool(tool, declared.get(tool.name)), principalOf(ctx)));
  return definePolicy({
    name: 'filter-tools',
    version: '1.0.0',
    // Runs late, so that it sees the tools that earlier hooks left.
    priority: 900,
    setup: scopes.follow,
    hooks: filterHooks(judge, scopes, Object.keys(facts)),
  });
}

type Judge = (tool: Pick<Tool, 'name'> & DeclaredFacts, ctx: BaseContext) => MaybePromise<Finding>;

function filterHooks(
  judge: Judge,
  scopes: ReturnType<typeof scopeReader>,
  named: readonly string[],
): PolicyHooks {
  return {
    preRequest: (ctx) => {
      const { tools = [] } = ctx.request;
      const found = tools.map((tool) => judge({ ...tool, ...scopes.scopeOf(tool.name) }, ctx));
      return andThen(all(found), (findings) => offer(ctx, findings));
    },
    preToolCall: [
      (ctx) => {
        const { call, tool, scope } = ctx;
        // A call whose name differs from its tool's name would be judged by the facts of the wrong tool.
        if (call.name !== tool.name) return denied('unknown', call.name);
        const scoped = scope === undefined ? tool : { ...tool, scope };
        return andThen(judge(scoped, ctx), (finding) => denied(finding, tool.name));
      },
      ...listedTools(named),
    ],
    preDelegate: (ctx) => {
      const { kind, to } = ctx.task;
      // A sub-agent is reached by a tool, and that tool was judged.
      if (kind === 'subagent') return undefined;
      return andThen(judge({ name: to, origin: 'agent' }, ctx), (finding) => denied(finding, to));
    },
  };
}

type Finding = 'there' | 'filtered' | 'unknown' | 'failed';

function find(ask: () => MaybePromise<boolean>): MaybePromise<Finding> {
  try {
    const said: unknown = ask();
    if (typeof said !== 'object') return said === true ? 'there' : 'filtered';
    return Promise.resolve(said).then(
      (later: unknown) => (later === true ? 'there' : 'filtered'),
      failed,
    );
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Finding {
  return error instanceof UnknownFact ? 'unknown' : 'failed';
}

function all(findings: readonly MaybePromise<Finding>[]): MaybePromise<readonly Finding[]> {
  const found = findings.filter((finding) => typeof finding === 'string');
  if (found.length === findings.length) return found;
  return Promise.all(findings.map((finding) => Promise.resolve(finding)));
}

function offer(
  { request }: Context<'preRequest'>,
  findings: readonly Finding[],
): HookReturn<'preRequest'> {
  const there = new Set(request.tools?.filter((_, index) => findings[index] === 'there'));
  const left = offerOnly(request, (tool) => there.has(tool));
  return left === undefined ? undefined : { request: left };
}

const DENIALS = {
  filtered: ['is not available here', 'tool_filtered'],
  unknown: ['is not available here: not enough is known about it', 'tool_facts_unknown'],
  failed: ['is not available here: it could not be judged', 'tool_filter_failed'],
} as const;

function denied(finding: Finding, name: string): DenyVerdict | undefined {
  if (finding === 'there') return undefined;
  const [reason, code] = DENIALS[finding];
  return deny(`${name.slice(0, 64)} ${reason}`, { code });
}

const FACTS = ['origin', 'scope', 'server', 'annotations'];
const HINTS = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

function checkValues(predicate: unknown, facts: Readonly<Record<string, DeclaredFacts>>): void {
  if (typeof predicate !== 'function') {
    throw new InterposeError(
      'invalid_option',
      'filterTools was given no predicate',
      'pass (tool) => boolean',
    );
  }
  for (const [name, told] of Object.entries(facts)) {
    checkOptions(`the facts of ${name}`, told ?? null, FACTS);
    checkOptions(`the annotations of ${name}`, told.annotations, HINTS);
  }
}
