import { unbackedRows } from '@interpose/testing/conformance';
import { describe, expect, test } from 'vitest';

import { agentsHarness } from '../test/harness/agents-harness.ts';
import { paths, prove } from '../test/proofs.ts';
import { sdkVersions } from '../test/sdk-versions.ts';
import { capabilities } from './index.ts';

const toolEvents = ['preToolCall', 'onToolCallResult', 'onToolCallError'];

/** The claims that the conformance suite does not test: tools that are not functions, and tools outside of runs. */
const unproven = unbackedRows(
  capabilities,
  sdkVersions.map((version) => agentsHarness(version, 'Agent')),
);
const claims = unproven
  .filter(({ row }) => toolEvents.includes(row.event))
  .flatMap(({ row, verbs }) => verbs.map((verb) => [row.path, row.event, verb] as const));

describe('every claim of the table that the conformance suite does not prove', () => {
  test('is about a tool on a path that is proved here, about its chat, or about what @interpose/mcp proves', () => {
    const others = unproven.filter(({ row }) => !toolEvents.includes(row.event));
    expect(new Set(others.map(({ row }) => row.path))).toEqual(
      new Set(['tool.invoke', 'MCP server']),
    );
    expect(new Set(claims.map(([path]) => path))).toEqual(new Set(Object.keys(paths)));
  });

  test.each(claims)('holds: %s, %s %s', async (path, event, verb) => {
    await expect(prove(path, event, verb)).resolves.toBeUndefined();
  });
});
