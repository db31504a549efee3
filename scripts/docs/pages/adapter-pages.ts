import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../list-workspaces.ts';
import { heldBehaviours } from './held-behaviours.ts';
import type { Page } from './page.ts';
import { withRepositoryLinks } from './repository-links.ts';

/** The SDK of each adapter, in the order of the menu. */
const adapters: Readonly<Record<string, string>> = {
  'ai-sdk': 'Vercel AI SDK',
  langchain: 'LangChain.js and LangGraph',
  'openai-agents': 'OpenAI Agents SDK',
  openai: 'openai client',
  mcp: 'Model Context Protocol',
  a2a: 'Agent2Agent protocol',
};

/** The page class for coverage tables, which have a column for each path. */
const coverage = '---\npageClass: coverage\n---';

/** Returns a page for each adapter, made from its README, an overview, and a guide to writing one. */
export function adapterPages(): readonly Page[] {
  const pages = Object.entries(adapters).map(([adapter, name]) => ({
    path: `adapters/${adapter}`,
    markdown: readmeOf(adapter).replace(/^# .*/, `${coverage}\n\n# ${name}`),
  }));
  const kit = readmeOf('adapter-kit').replace(/^# .*/, '# Write an adapter');
  return [overview(), ...pages, { path: 'adapters/write-an-adapter', markdown: kit }];
}

function overview(): Page {
  const rows = Object.entries(adapters).map(([adapter, name]) => {
    const { peers } = manifestOf(adapter);
    const { held, asked } = heldBehaviours(adapter);
    return `| [${name}](./${adapter}) | \`@interpose/${adapter}\` | ${held} of ${asked} | ${peers} |`;
  });
  const markdown = [
    '# Adapters',
    'An adapter connects one SDK to Interpose. It decides nothing itself, so your policies decide the same everywhere. Each page says what `withHooks` takes, what a denied caller gets, what the SDK does not allow, and which of its ways to a model or a tool no hook can see.',
    ['| SDK | package | tests that hold | versions |', '| --- | --- | --- | --- |', ...rows].join(
      '\n',
    ),
    'The third column counts the [shared tests](/trust/conformance) that run on the newest version, plain and streamed. For each test that does not run, that page gives the reason, mostly that the SDK has no such feature. MCP and A2A carry messages and run no agents, so fewer tests apply to them. The numbers are checked on every change.',
    'Your SDK is not here? [Write an adapter](./write-an-adapter), or wrap the `fetch` of an OpenAI-compatible client in `hookFetch` of [`@interpose/openai`](./openai).',
  ].join('\n\n');
  return { path: 'adapters/index', markdown };
}

function manifestOf(adapter: string): { readonly peers: string } {
  const path = join(repositoryRoot, 'packages', adapter, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly peerDependencies?: Readonly<Record<string, string>>;
  };
  const peers = Object.entries(manifest.peerDependencies ?? {}).filter(
    ([name]) => !name.startsWith('@interpose/'),
  );
  const named = peers.map(([name, range]) => `\`${name}\` \`${range.replaceAll('|', '\\|')}\``);
  return { peers: named.join('<br>') || 'any' };
}

function readmeOf(folder: string): string {
  const file = `packages/${folder}/README.md`;
  return withRepositoryLinks(readFileSync(join(repositoryRoot, file), 'utf8'), file);
}
