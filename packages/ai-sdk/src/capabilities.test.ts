import { unbackedRows } from '@interpose/testing/conformance';
import { describe, expect, test } from 'vitest';

import { aiSdkHarness } from '../test/harness/ai-sdk-harness.ts';
import { delegationProofs } from '../test/proofs/delegation-proofs.ts';
import { embeddingProofs } from '../test/proofs/embedding-proofs.ts';
import { modelProofs } from '../test/proofs/model-proofs.ts';
import { fires, type Proof } from '../test/proofs/proof.ts';
import { toolProofs, unknownCallProofs } from '../test/proofs/tool-proofs.ts';
import { runDelegation } from '../test/proofs/run-delegation.ts';
import { runEmbedding } from '../test/proofs/run-embedding.ts';
import { modelPaths, type RunPath } from '../test/proofs/run-path.ts';
import { runLowMemoryTool, runTool, runUnknownCall } from '../test/proofs/run-tool-path.ts';
import { sdkVersions } from '../test/sdk-versions.ts';
import { capabilities } from './index.ts';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

interface Provable {
  readonly run: RunPath;
  readonly proofs: Readonly<Record<string, Proof>>;
}

const provable: Readonly<Record<string, Provable>> = {
  ...Object.fromEntries(
    Object.entries(modelPaths).map(([path, run]) => [path, { run, proofs: modelProofs }]),
  ),
  'tool.execute': { run: runTool, proofs: toolProofs },
  embed: { run: runEmbedding('embed'), proofs: embeddingProofs },
  embedMany: { run: runEmbedding('embedMany'), proofs: embeddingProofs },
  agentTool: { run: runDelegation('agentTool'), proofs: delegationProofs },
  'agent.generate in a tool': { run: runDelegation('generate'), proofs: delegationProofs },
  'agent.stream in a tool': { run: runDelegation('stream'), proofs: delegationProofs },
  'unknown or invalid tool call': { run: runUnknownCall, proofs: unknownCallProofs },
};

function provableAt(path: string, event: string): Provable {
  const usesTool = path === 'experimental_streamTextLowMemory' && event.includes('ToolCall');
  return usesTool ? { run: runLowMemoryTool, proofs: toolProofs } : provable[path]!;
}

/** The claims that the conformance suite does not test: functions of the module, and parts that are used alone. */
const claims = unbackedRows(
  capabilities,
  sdkVersions.flatMap((version) => [
    aiSdkHarness(version, 'ToolLoopAgent'),
    aiSdkHarness(version, 'module'),
  ]),
).flatMap(({ row, verbs }) =>
  verbs.length === 0 ? [{ row, verb: 'allow' }] : verbs.map((verb) => ({ row, verb })),
);

describe('every claim of the table that the conformance suite does not prove', () => {
  test('is about a path that is proved here', () => {
    const unknown = new Set(
      claims.map(({ row }) => row.path).filter((path) => provable[path] === undefined),
    );
    expect([...unknown]).toEqual([]);
  });

  test.each(claims.map((claim) => [claim.row.path, claim.row.event, claim.verb] as const))(
    'holds: %s, %s %s',
    async (path, event, verb) => {
      const { run, proofs } = provableAt(path, event);
      const proof = verb === 'allow' ? fires(event) : proofs[`${event}:${verb}`];
      expect(proof, `nothing proves ${path} ${event} ${verb}`).toBeDefined();
      await proof?.(run);
    },
  );
});
