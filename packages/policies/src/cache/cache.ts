import {
  checkOptions,
  definePolicy,
  type Disposer,
  type HookOptions,
  type NameMatch,
  type OptionKind,
  type Policy,
  type PolicyHooks,
  type Tool,
} from '@interpose/core';

import { requireStore } from '../shared/stores/require-store.ts';
import { checkCacheOptions, toolMatches, type CacheOptions } from './cache-options.ts';
import { Caching } from './caching.ts';

const OPTIONS = {
  tools: 'any',
  readOnlyTools: 'boolean',
  requests: 'any',
  per: 'any',
  ttlMs: 'any',
  maxBytes: 'any',
  timeoutMs: 'any',
  store: 'object',
  name: 'string',
} satisfies Record<keyof CacheOptions, OptionKind>;

/**
 * Answers a repeated question from a cache: calls of tools that only read, and requests that ask for the same answer
 * every time. Each user, or session, has answers of its own unless `per` says otherwise. Errors, denials, incomplete
 * responses and answers that policies supplied are never kept. A cached answer passes every policy that judges results
 * and responses.
 *
 * @example
 * const policy = cache({ tools: ['search', 'get_*'], requests: 'deterministic', ttlMs: 60_000 });
 * createHooks({ policies: [policy] });
 * @throws InterposeError `invalid_option`.
 */
export function cache(options: CacheOptions): Policy;
export function cache(options: CacheOptions, ...more: readonly unknown[]): Policy {
  checkOptions('cache', options ?? null, OPTIONS, more);
  requireStore('cache', options.store);
  checkCacheOptions(options);
  const caching = new Caching(options);
  const { requests = false } = options;
  const filters = [
    ...toolMatches(options.tools).map((tool) => ({ tool })),
    ...(options.readOnlyTools === true ? [{ when: isReadOnly }] : []),
  ];
  // When the store fails or is too slow, the step runs as if the cache were empty.
  const look: Look = { name: 'look', onError: 'allow', timeoutMs: options.timeoutMs ?? 1000 };
  return definePolicy({
    name: 'cache',
    version: '1.0.0',
    priority: 800,
    hooks: {
      ...(filters.length === 0 ? {} : toolHooks(caching, look, filters)),
      ...(requests === false ? {} : requestHooks(caching, look)),
    },
    setup: (hooks): Disposer =>
      caching.watch(hooks, [
        ...(filters.length === 0 ? [] : (['onToolCallResult'] as const)),
        ...(requests === false ? [] : (['onResponse'] as const)),
      ]),
  });
}

type Look = Pick<HookOptions, 'name' | 'onError' | 'timeoutMs'>;

type Filter =
  | { readonly tool: NameMatch }
  | { readonly when: (ctx: { readonly tool: Tool }) => boolean };

const TAKE = { name: 'take', onError: 'allow', always: true } as const;

function toolHooks(caching: Caching, look: Look, filters: readonly Filter[]): PolicyHooks {
  return {
    preToolCall: filters.map((only) => ({
      ...look,
      ...only,
      run: (ctx) => caching.lookForResult(ctx),
    })),
    onToolCallResult: filters.map((only) => ({
      ...TAKE,
      ...only,
      run: (ctx) => caching.takeResult(ctx),
    })),
  };
}

function requestHooks(caching: Caching, look: Look): PolicyHooks {
  return {
    preRequest: { ...look, run: (ctx) => caching.lookForResponse(ctx) },
    onResponse: { ...TAKE, stream: 'observe', run: (ctx) => caching.takeResponse(ctx) },
  };
}

function isReadOnly({ tool }: { readonly tool: Tool }): boolean {
  return tool.annotations?.readOnlyHint === true;
}
